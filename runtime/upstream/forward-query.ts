/**
 * The caller's query as it goes on: byte for byte and in order, without the names that the call
 * sets itself. Those are taken out however they are written, because nobody knows how the upstream
 * reads them.
 */

/** Decodings of a name that are undone: servers behind proxies may read `%2561` as `a`. */
const MOST_DECODINGS = 3

/** What remains of a query (without `?`) when every spelling of these names is taken out. */
export function queryWithout(search: string, names: readonly string[]): string {
  const taken = new Set(names.map(plainName))
  if (taken.size === 0 || search === '') return search
  const kept = search
    .split('&')
    .map(pair => withoutPair(pair, taken))
    .filter(pair => pair !== undefined)
  return kept.join('&')
}

/** Old servers take `;` for `&`, so a name may stand behind one too. */
function withoutPair(pair: string, taken: ReadonlySet<string>): string | undefined {
  if (!taken.has(plainName(nameOf(pair))) && !pair.includes(';')) return pair
  const kept = pair.split(';').filter(part => !taken.has(plainName(nameOf(part))))
  return kept.length === 0 ? undefined : kept.join(';')
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=')
  return end < 0 ? pair : pair.slice(0, end)
}

/**
 * A name as the most lenient server would read it: decoded, in small letters, without `[]`, blanks
 * and controls.
 */
function plainName(name: string): string {
  let plain = name
  for (let left = MOST_DECODINGS; left > 0; left--) {
    const decoded = decodedOnce(plain)
    if (decoded === plain) break
    plain = decoded
  }
  return plain
    .replace(/[\s\p{Cc}\p{Cf}]/gu, '')
    .replace(/\[.*$/s, '')
    .toUpperCase()
    .toLowerCase()
}

/** Percent-encodings decoded once; `+` is a blank. What encodes nothing stays. */
function decodedOnce(text: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
