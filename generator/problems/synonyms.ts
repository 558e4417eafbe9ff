/**
 * Words that people write for keys of the language. A word is a synonym only where its key is
 * allowed and the word itself is not.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  until:
    'to till end ends ending ends_at end_date to_date date_to through expires stop valid_until',
  from: 'start starts starting starts_at start_date begin begins beginning since on date valid_from',
  since: 'from start starts begin begins on at date day effective when',
  because: 'reason reasons why cause comment note notes explanation',
  discount: 'discount_percent discount_pct percent percent_off percentage off rebate reduction',
  use: 'successor replacement replaced_by instead new redirect moved_to by',
  retired: 'deprecated discontinued removed sunset end_of_life eol disabled',
  usd: 'price amount dollars price_usd usd_price',
  at: 'on date day when time',
  refused: 'error status fails expect_status',
  description: 'desc text about info details',
  summary: 'title description about headline',
  name: 'title label display_name',
  aliases: 'alias aka synonyms other_names',
  owner: 'maker vendor provider company',
  created: 'created_at released release_date',
  input: 'input_price price_input prompt',
  output: 'output_price price_output completion',
  context: 'context_length context_window max_context',
  max_output: 'max_tokens max_output_tokens output_limit longest',
  kinds: 'capabilities categories features',
  fallback: 'backup alternative failover',
  like: 'extends inherits family template base parent',
  upstream: 'provider backend vendor call',
  examples: 'example tests samples',
  gates: 'gate rules conditions guards',
  rule: 'if condition check must',
  reply: 'response answer result returns',
  body: 'request input payload fields',
  query: 'params parameters arguments',
  tags: 'tag category categories',
  keywords: 'keyword search_words search_terms',
  timeout: 'time_limit max_time deadline',
}

const WORDS = new Map(Object.entries(SYNONYMS).map(([key, words]) => [key, words.split(' ')]))

/** The allowed key for which a word is a synonym; undefined if there is none. */
export function synonym(word: string, allowed: readonly string[]): string | undefined {
  if (allowed.includes(word)) return undefined
  const own = word.toLowerCase().replaceAll('-', '_')
  return allowed.find(key => WORDS.get(key)?.includes(own))
}
