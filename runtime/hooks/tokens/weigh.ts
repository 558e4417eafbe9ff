/**
 * Estimates the weight of a long text in tokens from each character and the one before it, without
 * a token table. The weight only decides which blocks are sampled. It may be wrong about a kind of
 * text, but not by an order of magnitude, or the sample could miss expensive text.
 */

/** Weights are fractions of a token. */
const TOKEN = 64

/** The kind of the start of a text, and of non-ASCII characters. */
const OTHER = 128

/**
 * Weight of a kind of ASCII character: after another kind, at the start of a word or number, after
 * its own kind, and after itself.
 */
interface Kind {
  characters: RegExp
  begins: number
  goesOn: number
  repeats: number
}

const KINDS: readonly Kind[] = [
  { characters: /[a-ik-pr-wy]/, begins: 0.5, goesOn: 0.2, repeats: 0.2 },
  { characters: /[jqxz]/, begins: 0.5, goesOn: 0.5, repeats: 0.3 },
  { characters: /[A-Z]/, begins: 0.6, goesOn: 0.45, repeats: 0.25 },
  { characters: /[0-9]/, begins: 0.7, goesOn: 0.34, repeats: 0.34 },
  { characters: / /, begins: 0.1, goesOn: 0.5, repeats: 0.03 },
  { characters: /[\t\n]/, begins: 0.3, goesOn: 0.5, repeats: 0.12 },
  { characters: /[#*+\-./=_~]/, begins: 0.6, goesOn: 0.6, repeats: 0.1 },
  { characters: /[!-/:-@[-`{-~]/, begins: 0.6, goesOn: 0.6, repeats: 0.4 },
]

/**
 * All other characters: the first code, and the weight per character. Words of the large alphabets
 * are tokens; in most other scripts a character, or each of its bytes, is one. Halves of emoji come
 * last.
 */
const OTHERS: readonly (readonly [code: number, weight: number])[] = [
  [0x80, 0.6],
  [0x200, 1.5],
  [0x300, 0.8],
  [0x400, 0.5],
  [0x500, 0.8],
  [0x700, 2],
  [0x900, 0.8],
  [0xf00, 2],
  [0x1e00, 1],
  [0x2000, 1],
  [0x2700, 1.5],
  [0x3000, 1],
  [0x3100, 1.2],
  [0xa000, 2],
  [0xac00, 1.2],
  [0xd800, 1.25],
  [0xe000, 2],
]

const PAIRS = pairs()
const UPPER = uppers()

/** Returns the weight of the characters from `from` to `to` of a text that starts at `begin`. */
export function weigh(
  units: Uint16Array,
  begin: number,
  { from, to }: { from: number; to: number },
): number {
  let weight = 0
  let before = from > begin ? Math.min(units[from - 1]!, OTHER) : OTHER
  for (let i = from; i < to; i++) {
    const code = units[i]!
    if (code < OTHER) weight += PAIRS[(before << 7) | code]!
    else weight += UPPER[code >> 8]!
    before = code < OTHER ? code : OTHER
  }
  return weight / TOKEN
}

/**
 * Builds the weights of ASCII characters after every other one. Characters of no kind are tokens of
 * their own.
 */
function pairs(): Uint8Array {
  const weights = new Uint8Array((OTHER + 1) << 7)
  const kinds = Array.from({ length: OTHER }, (_, code) =>
    KINDS.find(({ characters }) => characters.test(String.fromCharCode(code))),
  )
  for (let before = 0; before <= OTHER; before++)
    kinds.forEach((kind, code) => {
      const same =
        before === code ? kind?.repeats : kinds[before] === kind ? kind?.goesOn : kind?.begins
      weights[(before << 7) | code] = (same ?? 1) * TOKEN
    })
  return weights
}

/** Builds the weights of all other characters by the upper half of their code. */
function uppers(): Uint8Array {
  const weights = new Uint8Array(256)
  for (const [code, weight] of OTHERS) weights.fill(weight * TOKEN, code >> 8)
  return weights
}
