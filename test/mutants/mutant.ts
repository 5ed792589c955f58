/** One small wrong change that a tired engineer could make, and the test that must notice it. */
export interface Mutant {
  /** The first cell of the row of docs/threat-model.md whose control the change breaks; left out for other rules. */
  readonly row?: string
  /** Of the source, from the project's root. */
  readonly file: string
  /** The text that is changed. It occurs once in the file. */
  readonly text: string
  readonly replacement: string
  /** Why the change could be made, or what it breaks, in a few words. */
  readonly reason: string
  readonly test: {
    readonly file: string
    /** As in docs/threat-model.md: with ` › ` after each group. The title of a table-driven test may have `${name}`. */
    readonly title: string
    /** The file that runs it, if it is in a contract. */
    readonly runBy?: string
  }
}
