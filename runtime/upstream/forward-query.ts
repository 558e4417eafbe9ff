/**
 * Forwards the caller's query byte for byte and in order, without the names that the call sets
 * itself. Removes every spelling of those names, because the upstream may read any of them.
 */

/** How many times a name is decoded: servers behind proxies may read `%2561` as `a`. */
const MOST_DECODINGS = 3

/** Returns the query (without `?`) without any spelling of these names. */
export function queryWithout(search: string, names: readonly string[]): string {
  const taken = new Set(names.map(plainName))
  if (taken.size === 0 || search === '') return search
  const kept = search
    .split('&')
    .map(pair => withoutPair(pair, taken))
    .filter(pair => pair !== undefined)
  return kept.join('&')
}

/** Old servers read `;` as `&`, so a name may follow one too. */
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
 * Returns a name as the most lenient server would read it: decoded, lower case, without `[]`,
 * blanks and control characters.
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

/** Decodes percent-encodings once; `+` is a blank. Invalid encodings stay. */
function decodedOnce(text: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
