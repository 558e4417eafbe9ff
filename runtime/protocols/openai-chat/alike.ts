/** Most chunks of a stream differ from the one before in their words alone. Those are read without looking at the rest again. */

const BEFORE = '"content":"'

/** Characters that JSON writes in another way, and its end of a text. */
const WRITTEN = /["\\\p{Cc}]/u

/** Knows a chunk that said words and nothing else, and tells others of its kind. */
export class Alike {
  #head = ''
  #tail = ''

  /** The words of a chunk that is the known one but for its words; undefined for every other chunk. */
  wordsOf(data: string): string | undefined {
    const head = this.#head
    if (head === '' || data.length <= head.length + this.#tail.length || !data.startsWith(head) || !data.endsWith(this.#tail)) return undefined
    const words = data.slice(head.length, data.length - this.#tail.length)
    return WRITTEN.test(words) ? undefined : words
  }

  /** Notes a chunk that says just these words. */
  learn(data: string, words: string): void {
    const from = data.indexOf(BEFORE) + BEFORE.length
    const isPlain = from >= BEFORE.length && data.startsWith(`${words}"`, from) && !data.includes(BEFORE, from)
    if (!isPlain || WRITTEN.test(words)) return
    this.#head = data.slice(0, from)
    this.#tail = data.slice(from + words.length)
  }
}
