/** Colour-work charts, a letter a stitch; `.` is the main colour. They repeat to the sides. */

export const diamonds: readonly string[] = [
  'a.a.a.a.',
  '........',
  '...b....',
  '..bbb...',
  '.bb.bb..',
  'bb.a.bb.',
  '.bb.bb..',
  '..bbb...',
  '...b....',
  '........',
  'a.a.a.a.',
]

export const frost: readonly string[] = [
  '..a...a.',
  '........',
  'b...b...',
  '.........'.slice(1),
  '..a...a.',
  '........',
  'bbbbbbbb',
  '.b.b.b.b',
  '........',
  '...a....',
  '..aaa...',
  'a..a..a.',
  'aa...aa.',
  'a..a..a.',
  '..aaa...',
  '...a....',
  '........',
  '.b.b.b.b',
  'bbbbbbbb',
]

export const snow: readonly string[] = ['a.....', '......', '...a..', '......']

export const band: readonly string[] = [
  'c.......',
  '....c...',
  '........',
  'aaaaaaaa',
  'abababab',
  'aaaaaaaa',
  'cccccccc',
  'cccbcccc',
  'ccbbbccc',
  'cbbcbbcc',
  'bbcdcbbc',
  'cbbcbbcc',
  'ccbbbccc',
  'cccbcccc',
  'cccccccc',
  'aaaaaaaa',
  'abababab',
  'aaaaaaaa',
  '........',
  '....c...',
  'c.......',
]
