import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'

test.describe('/manage/shop: words in Sinhala and Tamil', () => {
  test.use({ allowedErrors: /status of 4(12|22)|net::ERR/ })

  test('a word is searched and corrected, an invalid text stays with its reason, and the form is saved as before', async ({
    page,
    shop,
  }) => {
    await openAsOwner(page, shop, '/manage/shop')
    const name = page.getByRole('textbox', { name: 'Name of the shop' })
    await expect(name).not.toHaveValue('')
    const words = page.locator('.words')
    const status = words.getByRole('status')
    const row = page.getByRole('listitem').filter({ hasText: 'Photo {number} of {count}' }).first()
    const searchFor = async (word: string) => {
      await page.getByRole('textbox', { name: 'Search a word' }).fill(word)
      await page.getByRole('textbox', { name: 'Search a word' }).press('Enter')
    }
    await page.getByText('Words in Sinhala and Tamil').click()
    await expect(page.getByText(/^30 of \d+ words\./)).toBeVisible()

    await test.step('a failed search can be repeated', async () => {
      await page.route('**/api/manage/words?q=item.photo', (route) => route.abort(), { times: 1 })
      await searchFor('item.photo')
      await expect(status).toContainText('No connection')
      // By keyboard: a click on what then stands in the button's place would be the second one of a double click.
      await words.getByRole('button', { name: 'Search', exact: true }).press('Enter')
      await expect(status).toHaveText(/^\d+ words/)
      await expect(row).toContainText(/Sinhala · Page of a piece · Grade [ABC]/)
    })

    await test.step('a word is corrected; an invalid text stays with its reason', async () => {
      await row.getByRole('button', { name: 'Correct: Sinhala, Photo {number} of {count}', exact: true }).click()
      const text = row.getByRole('textbox', { name: 'A better text' })
      await expect(text).toBeFocused()
      await text.fill('පින්තූර {number}')
      await row.getByRole('button', { name: 'Save the word' }).click()
      await expect(text).toHaveAccessibleDescription(/Keep \{count\}, \{number\} as it is.* Keep everything in braces/)
      await expect(text).toHaveValue('පින්තූර {number}')
      await text.fill('පින්තූර {number} / {count}')
      await row.getByRole('button', { name: 'Save the word' }).click()
      await expect(status).toHaveText(/^Saved\. Every page has it now\. \d+ words/)
      await expect(row).toContainText('Corrected by you')
      await expect(row.getByText('පින්තූර {number} / {count}')).toHaveAttribute('lang', 'si')
    })

    await test.step('a search says nothing of a word that was saved before', async () => {
      await searchFor('item.price')
      await expect(row).toHaveCount(0)
      await expect(status).toHaveText(/^\d+ words/)
    })

    await test.step('a word whose form is open stays, with what is typed, while others are searched', async () => {
      const corrected = words.getByRole('textbox', { name: 'A better text' })
      await words.getByRole('button', { name: 'Correct' }).first().click()
      await corrected.fill('මිල')
      await searchFor('item.photo')
      await expect(row).toBeVisible()
      await expect(corrected).toHaveValue('මිල')
      await words.getByRole('button', { name: 'Cancel' }).click()
      await expect(words.getByRole('button', { name: 'Correct' }).first()).toBeFocused()
      await expect(words.getByRole('listitem').first()).toContainText('Photo {number} of {count}')
    })

    await test.step('the form is saved as before, and keeps the correction, which can be taken back', async () => {
      await name.fill('Kandy Wool')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Saved. Visitors see it' })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.reload()
      await page.getByText('Words in Sinhala and Tamil').click()
      await expect(row).toContainText('Corrected by you')
      await row.getByRole('button', { name: /^Correct/ }).click()
      await row.getByRole('button', { name: 'Take it back' }).click()
      await expect(row).toContainText(/Grade [ABC]/)
    })
  })
})
