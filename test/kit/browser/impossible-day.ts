import { expect, type Locator } from '@playwright/test'

/** Types 31 September into an empty date input. */
export async function typeImpossibleDay(input: Locator): Promise<void> {
  await input.pressSequentially('09312099')
  await expect(input).toHaveJSProperty('validity.badInput', true)
}
