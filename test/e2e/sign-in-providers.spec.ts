import type { Page } from '@playwright/test'

import { openProvider, type TestProvider } from '../../packages/identity/src/federation/test-support.ts'
import { findFreePort } from '../../scripts/free-ports.ts'
import { callIdentity } from '../kit/api-client.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { startShop, type RunningShop } from '../kit/shop/shop-process.ts'

const users = {
  mary: { email: 'mary@example.com', email_verified: true, name: 'Mary' },
  eve: { email: 'ruth@example.com', email_verified: false, name: 'Eve' },
}

interface ProviderShop extends AsyncDisposable {
  readonly provider: TestProvider
  readonly shop: RunningShop
}

/**
 * Starts a shop with three providers: with and without a client secret, which are one server on loopback, and one that is down.
 */
async function openProviderShop(): Promise<ProviderShop> {
  await using started = new AsyncDisposableStack()
  const port = String(await findFreePort())
  const redirectUri = `http://localhost:${port}/__/auth/handler`
  const provider = await openProvider({ after: (end) => started.defer(end) }, users, redirectUri)
  const providers = [
    `oidc.wool=${provider.issuer}|shop|Wool Example`,
    `oidc.silk=${provider.issuer}|public-shop|Silk Example`,
    `oidc.hemp=http://127.0.0.1:${await findFreePort()}|public-shop|Hemp Example`,
  ].join('; ')
  const env = { PORT: port, SHOP_OIDC_PROVIDERS: providers, SHOP_OIDC_SECRETS: 'oidc.wool=secret' }
  const shop = started.use(await startShop({ env: { ...env, SHOP_RATE_LIMITS: 'off' } }))
  const all = started.move()
  return { provider, shop, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const test = base.extend<{ providerShop: ProviderShop }>({
  providerShop: async ({ share }, use, { file }) => use(await share(file, 'providers', openProviderShop)),
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

/** The page of the provider on which somebody signs in. */
const providerForm = (page: Page) => page.getByPlaceholder('Enter any login')

const handler = /\/__\/auth\/handler\?/

test('signs in with a provider, after each failure that can be repaired', async ({ page, shop, providerShop }) => {
  const outputBefore = shop.output()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''))
  const create = await openForm(page, { Title: 'Half a beanie', Description: 'Soft' })
  const alert = page.getByRole('alert')
  await test.step('a provider that is down is reported at once, on the same page', async () => {
    await page.goto('/sign-in?next=/create')
    await continueWith(page, 'Hemp Example').click()
    await expect(alert).toContainText('can’t be reached right now')
    await expect(page).toHaveURL('/sign-in?next=/create')
    await expect(continueWith(page)).toBeEnabled()
  })
  await test.step("the browser's back button returns to a working page", async () => {
    await continueWith(page).click()
    await expect(providerForm(page)).toBeVisible()
    await page.goBack()
    await expect(continueWith(page)).toBeEnabled()
  })
  await test.step('cancelling at the provider is reported', async () => {
    await continueWith(page).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/sign-in?next=%2Fcreate')
    await expect(alert).toContainText('Signing in was cancelled.')
  })
  await test.step('a provider that goes down during the sign-in is reported afterwards', async () => {
    await continueWith(page).click()
    await expect(providerForm(page)).toBeVisible()
    providerShop.provider.downAt = '/token'
    await signInThere(page, 'mary')
    await expect(alert).toContainText('can’t be reached right now')
    providerShop.provider.downAt = undefined
  })
  const back = page.waitForRequest(handler)
  await test.step('returns to the page in "next", where what was typed is kept', async () => {
    await continueWith(page).click() // The provider knows her by now.
    await expect(page).toHaveURL('/create')
    await expect(signedInAs(page, 'mary@example.com')).toBeVisible()
    await expect(create.field('Title')).toHaveValue('Half a beanie')
    await expect(create.field('Description')).toHaveValue('Soft')
  })
  await test.step('the same URL a second time is refused, and the user stays signed in', async () => {
    await page.goto((await back).url())
    await expect(alert).toContainText('Signing in was interrupted. Please start again.')
    await expect(signedInAs(page, 'mary@example.com')).toBeVisible()
  })
  await test.step('no URL contains a token, and none is logged', () => {
    expect(addresses.filter((address) => /eyJ|id_token/.test(address))).toEqual([])
    const output = shop.output().slice(outputBefore.length)
    expect(output).not.toMatch(/eyJ|[?&]code=/)
    expect(output).toContain('"audit":"signed-in"')
  })
})

/** An answer that belongs to no sign-in leads to the sign-in page. */
async function openInvalidAnswer(page: Page, query: string): Promise<void> {
  await page.goto(`/__/auth/handler${query}`)
  await expect(page).toHaveURL('/sign-in')
  await expect(page.getByRole('alert')).toContainText('Signing in was interrupted. Please start again.')
  await expect(continueWith(page)).toBeEnabled()
}

test('two tabs sign in at once, and neither is led to another site', async ({ page, context, shop }) => {
  await openInvalidAnswer(page, '')
  const other = await context.newPage()
  await other.goto('/sign-in?next=https://evil.example/')
  for (const [tab, label] of [
    [page, 'Wool Example'],
    [other, 'Silk Example'],
  ] as const) {
    await continueWith(tab, label).click()
    await expect(providerForm(tab)).toBeVisible()
  }
  for (const tab of [page, other]) {
    await signInThere(tab, 'mary')
    await expect(tab).toHaveURL(`${shop.url}/manage`)
    await expect(signedInAs(tab, 'mary@example.com')).toBeVisible()
  }
})

test('nobody signs in with the answer of another browser, or with the unverified address of another account', async ({
  page,
  otherVisitor,
  shop,
}) => {
  await page.route(handler, (route) => route.abort())
  const back = page.waitForRequest(handler)
  await page.goto('/sign-in')
  await continueWith(page).click()
  await signInThere(page, 'mary')
  await test.step('the URL in another browser does not sign in there', async () => {
    await otherVisitor.goto((await back).url())
    await expect(otherVisitor.getByRole('alert')).toContainText('Signing in was interrupted.')
    await otherVisitor.goto('/create')
    await itemForm(otherVisitor).signedIn()
    await expect(signedInAs(otherVisitor, 'mary@example.com')).toHaveCount(0)
  })
  await test.step('an unverified e-mail address of another account must sign in the other way', async () => {
    await callIdentity(shop.url, 'signUp', { email: users.eve.email, password: 'a good password' })
    await openInvalidAnswer(otherVisitor, `?error=access_denied&state=${'x'.repeat(43)}`)
    await continueWith(otherVisitor, 'Silk Example').click()
    await signInThere(otherVisitor, 'eve')
    await expect(otherVisitor.getByRole('alert')).toContainText('This address uses another sign-in method here.')
    await expect(continueWith(otherVisitor)).toBeEnabled()
  })
})
