import FailedBrowserTests from '../failed-browser-tests.ts'

/** Records failed tests alone: what fails beside them, such as a build, does not show that a test notices a mutant. */
export default class FailedBrowserTest extends FailedBrowserTests {
  override onError(): void {}
}
