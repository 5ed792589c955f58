/** A shorter beginning, such as "I’m Nimali.", says too little to stand alone. In characters. */
const minLead = 40

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The first sentence of a text, with the next one if it is short, and the rest. */
export function splitLead(text: string): readonly [lead: string, rest: string] {
  let end = 0
  for (const { index, segment } of sentences.segment(text)) {
    end = index + segment.length
    if (end >= minLead) break
  }
  return [text.slice(0, end).trim(), text.slice(end).trim()]
}
