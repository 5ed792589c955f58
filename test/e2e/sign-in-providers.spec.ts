import type { Page } from '@playwright/test'

import { openProvider, type TestProvider } from '../../packages/identity/src/federation/test-support.ts'
import { findFreePort } from '../../scripts/free-ports.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { startShop, type RunningShop } from '../kit/shop/shop-process.ts'

const users = {
  mary: { email: 'mary@example.com', email_verified: true, name: 'Mary' },
  eve: { email: 'mary@example.com', email_verified: false, name: 'Eve' },
}

interface ProviderShop extends AsyncDisposable {
  readonly provider: TestProvider
  readonly shop: RunningShop
}

/** Starts a shop with two providers, with and without a client secret. Both are one server on loopback. */
async function openProviderShop(): Promise<ProviderShop> {
  await using started = new AsyncDisposableStack()
  const port = String(await findFreePort())
  const redirectUri = `http://localhost:${port}/__/auth/handler`
  const provider = await openProvider({ after: (end) => started.defer(end) }, users, redirectUri)
  const providers = `oidc.wool=${provider.issuer}|shop|Wool Example; oidc.silk=${provider.issuer}|public-shop|Silk Example`
  const env = { PORT: port, SHOP_OIDC_PROVIDERS: providers, SHOP_OIDC_SECRETS: 'oidc.wool=secret' }
  const shop = started.use(await startShop({ env: { ...env, SHOP_RATE_LIMITS: 'off' } }))
  const all = started.move()
  return { provider, shop, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const test = base.extend<object, { providerShop: ProviderShop }>({
  providerShop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern, even an empty one.
    async ({}, use) => {
      await using opened = await openProviderShop()
      await use(opened)
    },
    { scope: 'worker' },
  ],
  shop: ({ providerShop: { shop } }, use) => use(shop),
})

// The provider's pages request a font and have no icon. The users are not owners.
test.use({
  allowedErrors: /403 .*\/api\/manage\/(?:items|notices)|fonts\.googleapis\.com|127\.0\.0\.1:\d+\/favicon\.ico/,
})

const continueWith = (page: Page, label = 'Wool Example') =>
  page.getByRole('main').getByRole('button', { name: `Continue with ${label}` })

/** Signs in and gives consent at the provider. */
async function signInThere(page: Page, sub: keyof typeof users): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(sub)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

const signedInAs = (page: Page, email: string) => page.getByText(`Signed in as ${email}`)

test.describe('Sign-in with a provider', () => {
  for (const label of ['Wool Example', 'Silk Example']) {
    test(`signs in, and returns to the page in "next": ${label}`, async ({ page }) => {
      await page.goto('/sign-in?next=/create')
      await continueWith(page, label).click()
      await signInThere(page, 'mary')
      await expect(page).toHaveURL('/create')
      await expect(signedInAs(page, 'mary@example.com')).toBeVisible()
    })
  }

  test('what was typed before signing in is kept', async ({ page }) => {
    const create = await openForm(page, { Title: 'Half a beanie', Description: 'Soft' })
    await page.goto('/sign-in?next=/create')
    await continueWith(page).click()
    await signInThere(page, 'mary')
    await expect(page).toHaveURL('/create')
    await create.signedIn()
    await expect(create.field('Title')).toHaveValue('Half a beanie')
    await expect(create.field('Description')).toHaveValue('Soft')
  })

  test('no URL contains a token, and none is logged', async ({ page, shop }) => {
    const outputBefore = shop.output()
    const addresses: string[] = []
    page.on('request', (request) => {
      const { referer = '' } = request.headers()
      addresses.push(request.url(), referer)
    })
    await page.goto('/sign-in')
    await continueWith(page).click()
    await signInThere(page, 'mary')
    await expect(page).toHaveURL('/manage')
    expect(addresses.filter((address) => /eyJ|id_token/.test(address))).toEqual([])
    const output = shop.output().slice(outputBefore.length)
    expect(output).not.toMatch(/eyJ|[?&]code=/)
    expect(output).toContain('"audit":"signed-in"')
  })

  test('never redirects to another site', async ({ page, shop }) => {
    await page.goto('/sign-in?next=https://evil.example/')
    await continueWith(page).click()
    await signInThere(page, 'mary')
    await expect(page).toHaveURL(`${shop.url}/manage`)
  })

  test('cancelling at the provider is reported, and signing in can be repeated', async ({ page }) => {
    await page.goto('/sign-in?next=/create')
    await continueWith(page).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/sign-in?next=%2Fcreate')
    await expect(page.getByRole('alert')).toContainText('Signing in was cancelled.')
    await continueWith(page).click()
    await signInThere(page, 'mary')
    await expect(page).toHaveURL('/create')
  })

  test("the browser's back button returns to a working page", async ({ page }) => {
    await page.goto('/sign-in')
    await continueWith(page).click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
    await page.goBack()
    await expect(continueWith(page)).toBeEnabled()
  })

  test('a provider that is down is reported at once, on the same page', async ({ page }) => {
    await using opened = await openProviderShop() // It has not cached the provider's metadata.
    opened.provider.isDown = true
    await page.goto(`${opened.shop.url}/sign-in`)
    await continueWith(page).click()
    await expect(page.getByRole('alert')).toContainText('can’t be reached right now')
    await expect(page).toHaveURL(`${opened.shop.url}/sign-in`)
    await expect(continueWith(page)).toBeEnabled()
  })

  test('a provider that goes down during the sign-in is reported afterwards', async ({ page, providerShop }) => {
    await page.goto('/sign-in')
    await continueWith(page).click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
    providerShop.provider.downAt = '/token'
    await signInThere(page, 'mary')
    await expect(page.getByRole('alert')).toContainText('can’t be reached right now')
    providerShop.provider.downAt = undefined
  })

  test('an unverified e-mail address of another account must sign in the other way', async ({ page, otherVisitor }) => {
    await otherVisitor.goto('/sign-in')
    await continueWith(otherVisitor).click()
    await signInThere(otherVisitor, 'mary')
    await expect(otherVisitor).toHaveURL('/manage')
    await page.goto('/sign-in')
    await continueWith(page, 'Silk Example').click()
    await signInThere(page, 'eve')
    await expect(page.getByRole('alert')).toContainText('This address uses another sign-in method here.')
    await expect(continueWith(page)).toBeEnabled()
  })

  test('works in two tabs at once', async ({ page, context }) => {
    const other = await context.newPage()
    for (const [tab, label] of [
      [page, 'Wool Example'],
      [other, 'Silk Example'],
    ] as const) {
      await tab.goto('/sign-in?next=/create')
      await continueWith(tab, label).click()
      await expect(tab.getByPlaceholder('Enter any login')).toBeVisible()
    }
    await signInThere(page, 'mary')
    await expect(signedInAs(page, 'mary@example.com')).toBeVisible()
    await signInThere(other, 'mary')
    await expect(other).toHaveURL('/create')
  })
})

test.describe('/__/auth/handler with an invalid response', () => {
  for (const [name, query] of Object.entries({
    'with an unknown state': `?code=x&state=${'x'.repeat(43)}`,
    'without parameters': '',
    'with a forged refusal': `?error=access_denied&state=${'x'.repeat(43)}`,
  })) {
    test(`${name}: asks to start again`, async ({ page }) => {
      await page.goto(`/__/auth/handler${query}`)
      await expect(page).toHaveURL('/sign-in')
      await expect(page.getByRole('alert')).toContainText('Signing in was interrupted. Please start again.')
      await expect(continueWith(page)).toBeEnabled()
    })
  }

  test('the same URL a second time is refused, and the user stays signed in', async ({ page }) => {
    const back = page.waitForRequest(/\/__\/auth\/handler\?/)
    await page.goto('/sign-in')
    await continueWith(page).click()
    await signInThere(page, 'mary')
    await expect(page).toHaveURL('/manage')
    await page.goto((await back).url())
    await expect(page.getByRole('alert')).toContainText('Signing in was interrupted.')
    await expect(signedInAs(page, 'mary@example.com')).toBeVisible()
  })

  test('the URL in another browser does not sign in there', async ({ page, otherVisitor }) => {
    const handler = /\/__\/auth\/handler\?/
    await page.route(handler, (route) => route.abort())
    const back = page.waitForRequest(handler)
    await page.goto('/sign-in')
    await continueWith(page).click()
    await signInThere(page, 'mary')
    await otherVisitor.goto((await back).url())
    await expect(otherVisitor.getByRole('alert')).toContainText('Signing in was interrupted.')
    await otherVisitor.goto('/create')
    await itemForm(otherVisitor).signedIn()
    await expect(signedInAs(otherVisitor, 'mary@example.com')).toHaveCount(0)
  })
})
