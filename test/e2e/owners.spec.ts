import type { Locator, Page } from '@playwright/test'

import { addOwner } from '../kit/accounts.ts'
import { callIdentity, listItems } from '../kit/api-client.ts'
import { openForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'

// The browser logs every refused request as an error.
test.use({
  allowedErrors:
    /400 \(Bad Request\).*:(?:signInWithPassword|resetPassword)|403 \(Forbidden\).*\/api\/(?:manage\/)?items|429 .*:signUp|net::ERR_FAILED/,
})

const email = 'owner@example.com'
const password = 'a good password'

function signInForm(page: Page) {
  const main = page.getByRole('main')
  const [address, passwordField] = [main.getByLabel('E-mail address'), main.getByLabel('Password')]
  return {
    address,
    passwordField,
    forgotPassword: main.getByRole('button', { name: 'Forgot password?' }),
    signIn: main.getByRole('button', { name: 'Sign in' }),
    async enter(credentials: { email: string; password: string }) {
      await address.fill(credentials.email)
      await passwordField.fill(credentials.password)
    },
  }
}

const explanation = 'Only the shop’s owner can add pieces.'
const toSignIn = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Sign in' })

test('setting a password signs an owner in, who adds an item, and is refused at once after being removed', async ({
  page,
  shop,
}) => {
  await page.goto(await shop.inviteOwner(email))
  await expect(page.getByText('At least 10 characters, and not a common password.')).toBeVisible()
  const newPassword = page.getByLabel('New password')
  await newPassword.fill('short')
  await page.getByRole('button', { name: 'Save password' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    'Choose a password of at least 10 characters that isn’t a common one.',
  )
  await expect(newPassword).toBeFocused()
  await newPassword.fill(password)
  await page.getByRole('button', { name: 'Show password' }).press('Enter')
  await expect(newPassword).toHaveAttribute('type', 'text')
  await expect(newPassword).toHaveValue(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/manage')
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(page.getByText('No pieces yet.')).toBeVisible()

  const create = await openForm(page, { Title: 'Harbour Beanie', 'Image URL': images.url('beanie') })
  await create.save.click()
  await expect(page).toHaveURL(/\/item\//)
  expect(await listItems(shop.url)).toHaveLength(1)

  await create.open()
  await create.enter({ Title: 'Too late', 'Image URL': images.url('beanie') })
  await shop.changeOwner('remove', email)
  await create.save.click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(explanation)
  await expect(create.save).toBeHidden()
  expect(await listItems(shop.url)).toHaveLength(1)
})

test('a user who may not add pieces is told so, can switch to the owner’s account, and finds what was typed', async ({
  page,
  shop,
}) => {
  const create = await openForm(page, { Title: 'Half a beanie', Description: 'Soft' })
  const form = signInForm(page)
  await addOwner(shop, email)
  await test.step('visitors see an explanation and a link to sign in instead of the form', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Add item' }).click()
    await expect(page.getByText(explanation)).toBeVisible()
    await expect(create.field('Title')).toBeHidden()
    await toSignIn(page).click()
    await expect(page).toHaveURL('/sign-in?next=%2Fcreate')
  })
  await test.step('an account without permission can switch to another one', async () => {
    const customer = { email: 'customer@example.com', password }
    await callIdentity(shop.url, 'signUp', customer)
    await form.enter(customer)
    await form.signIn.click()
    await expect(page).toHaveURL('/create')
    await expect(page.getByText(explanation)).toBeVisible()
    await toSignIn(page).click()
    await expect(page.getByText('You’re already signed in.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await expect(form.signIn).toBeEnabled()
  })
  await test.step('what was typed before signing in is kept', async () => {
    await form.enter({ email, password })
    await form.passwordField.press('Enter')
    await expect(page).toHaveURL('/create')
    await expect(create.field('Title')).toHaveValue('Half a beanie')
    await expect(create.field('Description')).toHaveValue('Soft')
  })
  await test.step('signing out works on the page that shows the user', async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByText(explanation)).toBeVisible()
    await expect(page.getByText(`Signed in as ${email}`)).toHaveCount(0)
  })
})

test('while visitors get no anonymous account, an owner finds the way to the sign-in page', async ({ page, shop }) => {
  await addOwner(shop, email)
  const refused = { status: 429, json: { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } } }
  await page.route('**/accounts:signUp?*', (route) => route.fulfill(refused))
  for (const path of ['/create', '/manage/shop', '/manage']) {
    await page.goto(path)
    await expect(page.getByText('Signing in… Too many attempts. Please wait a few minutes.')).toBeVisible()
    await expect(toSignIn(page)).toHaveAttribute('href', `/sign-in?next=${encodeURIComponent(path)}`)
  }
  await toSignIn(page).click()
  const form = signInForm(page)
  await form.enter({ email, password })
  await form.signIn.click()
  await expect(page).toHaveURL('/manage')
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(toSignIn(page)).toHaveCount(0)
})

test('the sign-in page says what is wrong, keeps what was typed, and never leads to another site', async ({
  page,
  shop,
}) => {
  await addOwner(shop, email)
  await page.goto('/sign-in?next=https://evil.example/')
  const form = signInForm(page)
  const alert = page.getByRole('alert')
  const expectInvalid = async (field: Locator, words: RegExp) => {
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(words)
  }
  await test.step('shows what is missing', async () => {
    await form.signIn.click()
    await expect(alert).toContainText('Enter your e-mail address.')
    await expect(form.address).toBeFocused()
    await form.address.fill('not an address')
    await form.signIn.click()
    await expect(alert).toContainText('Enter your password.')
  })
  await test.step('marks only the invalid field, and keeps the focus', async () => {
    await form.passwordField.fill('not hers')
    await form.signIn.click()
    await expectInvalid(form.address, /^This isn’t an e-mail address\./)
    await expect(form.passwordField).toHaveAttribute('aria-invalid', 'false')
    await form.address.fill(email)
    await form.signIn.click()
    await expect(alert).toContainText('Wrong e-mail address or password.')
    await expectInvalid(form.passwordField, /^Wrong e-mail address or password\./)
    await expect(form.address).toHaveAttribute('aria-invalid', 'false')
    await expect(form.address).toHaveValue(email)
    await expect(form.passwordField).toHaveValue('not hers')
  })
  await test.step('a lost connection marks no field', async () => {
    await page.route('**/accounts:signInWithPassword?*', (route) => route.abort(), { times: 1 })
    await form.signIn.press('Enter')
    await expect(alert).toContainText('No connection. Please try again.')
    for (const field of [form.address, form.passwordField]) await expect(field).toHaveAttribute('aria-invalid', 'false')
    await expect(form.signIn).toBeFocused()
  })
  await test.step('forgot password: e-mails a link, and shows the same message for an unknown address', async () => {
    for (const address of ['nobody@example.com', email]) {
      await form.address.fill(address)
      await form.forgotPassword.click()
      await expect(alert).toContainText('If that address has an account')
      await alert.getByRole('button', { name: 'Dismiss' }).click()
    }
    await expect.poll(() => /"link":"(http[^"]+resetPassword[^"]+)"/.exec(shop.output())?.[1]).toBeDefined()
  })
  await form.enter({ email, password })
  await form.signIn.click()
  await expect(page).toHaveURL(`${shop.url}/manage`)
})
