/** Codes of the check and example passes: rules about the catalog as a whole. */
import type { CodePages } from '../page.ts'

/** Pages about rules of the whole catalog. */
export const RULE_PAGES: CodePages = {
  actual: {
    title: '`actual` replaces something that its price does not have, or reads what is not known.',
    why:
      "`actual` gives other values to names of the price's own `let`, and the formula of " +
      '`usd` then says what a payment that settles less than it ' +
      'signs is charged. So each of its names is one that `usd` uses, with a value of the ' +
      'same type that is always there. A stream is charged by ' +
      '`usage` and the request alone; a job is charged its quote. What is charged is never ' +
      'more than the quote.',
    bad:
      'price:\n  let: { tokens: input_tokens }\n  usd: tokens * model.input / 1000000 + ' +
      'fee\n  actual: { input_tokens: usage.input }',
    good:
      'price:\n  let: { tokens: input_tokens }\n  usd: tokens * model.input / 1000000 + ' +
      'fee\n  actual: { tokens: usage.input }',
  },
  'accepted-warning': {
    title: 'An entry of accepted.yaml accepts a warning that is gone.',
    why: 'It would accept the same mistake later without a word. Remove the entry.',
    bad:
      'accepted.yaml: - { finding: warning, subject: a message that check no longer shows, ' +
      'because: WHY }',
    good: 'remove the entry',
  },
  'dated-jump': {
    title: 'A dated price is far from the list, or a dated map lacks keys of the list.',
    why:
      'Ten times as much as the list, or a tenth, is an error, twice as much or half of it a ' +
      'warning, also of a promotion: mostly a decimal point has slipped. If it is meant, add ' +
      'the entry that the message shows to accepted.yaml; it does for `npm run plan` too. ' +
      'A map of `dated` replaces the map of the list, so a key that is not written is not on ' +
      'sale then.',
    bad:
      'sizes: { small: 0.05, large: 0.1 }\ndated: [{ from: 2027-01-01, sizes: { small: 0.6 ' +
      '}, because: the upstream charges more }]',
    good:
      'sizes: { small: 0.05, large: 0.1 }\ndated: [{ from: 2027-01-01, sizes: { small: 0.06, ' +
      'large: 0.1 }, because: the upstream charges more }]',
  },
  'dated-example': {
    title: 'No example proves a dated price.',
    why:
      'A dated price begins on its day without anybody looking, and examples without `at:` have ' +
      'the price of the list. Each entry of `dated:` needs one example whose `at:` is one of its ' +
      'days: of its row, of its route, or of a route that the number of gateway.yaml changes.',
    bad:
      'small: { rate: 0.01, dated: [{ from: 2027-01-01, rate: 0.012, because: gas }] }\n' +
      'examples: [{ model: small, usd: 0.0115 }]',
    good:
      'small: { rate: 0.01, dated: [{ from: 2027-01-01, rate: 0.012, because: gas }] }\n' +
      'examples: [{ model: small, usd: 0.0115 }, { model: small, at: 2027-01-01, usd: 0.0136 }]',
  },
  successor: {
    title: 'The successor of a retired row or route is not sold on a network that sells it.',
    why:
      'Callers of that network are refused with 410 and the name of something that they cannot ' +
      'buy. Sell the successor there too, or name one that is sold on all networks of what ends.',
    bad:
      'networks/other.yaml: only: { things.models: [small] }\nsmall: { rate: 0.01, retired: { ' +
      'since: 2027-01-01, use: large } }',
    good:
      'networks/other.yaml: only: { things.models: [small, large] }\nsmall: { rate: 0.01, ' +
      'retired: { since: 2027-01-01, use: large } }',
  },
  past: {
    title: 'A dated price or number that is new, or other than it was, begins in the past.',
    why:
      'What was sold since then had another price: documents of that time and ' +
      '`npm run recompute` would say otherwise. Only `check` asks, in a git repository: it ' +
      'compares with the last commit. An entry that was committed before its day goes on.',
    bad: 'dated: [{ from: 2026-01-01, fee: 0.002, because: gas }]   # written in November',
    good: 'dated: [{ from: 2026-12-01, fee: 0.002, because: gas }]',
  },
  removed: {
    title: 'A row or route of the last commit is deleted.',
    why:
      'Its callers get an error that names nothing to use instead. Put it back and retire it: ' +
      'until its day the documents announce the end, and then callers get 410 with the ' +
      'successor. Remove it when that is over. If it must go at once, add the entry that the ' +
      'message shows to accepted.yaml and say why. Only `check` asks, in a git repository.',
    bad: 'rows:\n  large: { rate: 0.05 }   # small was here',
    good:
      'rows:\n  small: { rate: 0.01, retired: { since: 2027-01-01, use: large } }\n  large: { ' +
      'rate: 0.05 }',
  },
  'price-jump': {
    title: 'A price is twice as high or low as in the last commit, or more.',
    why:
      'Mostly a decimal point or a unit has slipped: ten times as much, or a tenth, is an ' +
      'error, twice as much or half of it a warning. ' +
      'If it is meant, add the entry that the message shows to accepted.yaml and say why; ' +
      'it accepts this change only. ' +
      '`npm run plan` shows what customers pay. Outside of a git repository nothing is ' +
      'compared; `--against` names another commit, or a folder.',
    bad: 'sizes: { 1024x1024: 0.5 }   # was 0.05',
    good:
      'accepted.yaml: - { finding: price-raised, subject: vendor/image sizes.1024x1024, old: ' +
      '0.05, new: 0.5, because: the upstream raised it }',
  },
  'price-constant': {
    title: 'A number of gateway.yaml differs from the last commit, and many prices read it.',
    why:
      'One number changes the prices of many routes at once. The message counts them; `npm ' +
      'run plan` shows what customers pay. ' +
      'A warning: it may be meant. An entry of accepted.yaml silences it, and so does the commit.',
    bad: 'fee: 0.01   # was 0.001',
    good: 'fee: 0.001',
  },
  'actual-example': {
    title: 'A price has `actual`, and no example shows what it gives.',
    why:
      'An example says what was used with `used`, and what is then charged with `actual`. It ' +
      'proves that formula as `usd` proves the quote.',
    bad: 'examples:\n  - { model: small, count: 10, usd: 0.1 }',
    good:
      'examples:\n  - { model: small, count: 10, usd: 0.1, used: { result: { made: [1, 2] } ' +
      '}, actual: 0.02 }',
  },
  unused: {
    title: 'Something is defined and not used.',
    why: 'Mostly its name is mistyped where it should be used. Use it or remove it.',
    bad: 'limits.yaml: helth: { ... }',
    good: 'limits.yaml: health: { ... }',
  },
  'unused-field': {
    title: 'A field of a request is read by nothing.',
    why: "The caller's value would be dropped in silence. A warning: it may be meant.",
    bad: 'body: { promt: string }',
    good: 'body: { prompt: string }',
  },
  'duplicate-route': {
    title: 'Two routes match the same requests.',
    why: 'The second would never be reached. Aliases count too.',
    bad: '/things/{id}: One\n/things/{name}: Another',
    good: '/things/{id}: One\n/names/{name}: Another',
  },
  'duplicate-operation': {
    title: 'Two routes have the same `operation` or `tool`.',
    why:
      'Generators of clients make a function of each operation of OpenAPI, by its name, and MCP ' +
      'clients call tools by theirs; search, describe, quote and call are tools of the gateway.',
    bad:
      '- route: POST /api/v1/images\n  operation: images.generate\n- route: POST ' +
      '/v1/images\n  operation: images.generate',
    good:
      '- route: POST /api/v1/images\n  operation: images.generate\n- route: POST ' +
      '/v1/images\n  operation: images.openai.generate',
  },
  'bad-path': {
    title: 'A path cannot be matched as written.',
    why:
      'Segments are plain or one {name}; `*` only ends a path; the paths of gateway.yaml are ' +
      'taken.',
    bad: '/things/{id}.json',
    good: '/things/{id}',
  },
  'bad-alias': {
    title: 'An alias has other holes than its route.',
    why:
      'Formulas read every hole of the path, so an alias has the same holes, or fills them ' +
      'with values.',
    bad: '- route: GET /api/v1/{chain}/price\n  aliases: [/api/v1/eth/price]',
    good:
      '- route: GET /api/v1/{chain}/price\n  aliases: [{ path: /api/v1/eth/price, with: { ' +
      'chain: ethereum } }]',
  },
  'poll-path': {
    title: 'A poll path clashes.',
    why:
      'Polls are GET routes of their own. Routes that share a poll path must share the job ' +
      'store and whether its query is signed.',
    bad: 'poll: /api/v1/things/{id}   # and GET /api/v1/things/{id}',
    good: 'poll: /api/v1/things/jobs/{id}',
  },
  'two-step': {
    title: 'A call with `ticket` and `poll` is made by a route without jobs.',
    why:
      'Its result may take minutes; a job asks for it until it is there, and is kept should ' +
      'the process end.',
    bad:
      '- route: POST /api/v1/things\n  flow: inline\n  upstream: upstream.things   # has ' +
      '`ticket` and `poll`',
    good:
      '- route: POST /api/v1/things\n  flow: hybrid_job\n  job: { ... }\n  upstream: ' +
      'upstream.things',
  },
  'no-price': {
    title: 'A price is missing, or stands where nothing is paid.',
    why:
      'Every paid route, every value of `by` and every row has a price; a missing one is ' +
      'never 0.',
    bad: '- route: POST /api/v1/x\n  flow: inline',
    good: '- route: POST /api/v1/x\n  flow: inline\n  price: { usd: 0.01 + fee }',
  },
  'price-zero': {
    title: 'A price is 0.',
    why: 'A free route says `flow: free`; a signature without an amount says `identify: true`.',
    bad: 'price: { usd: 0 }',
    good: 'price: { usd: 0, identify: true }',
  },
  'price-negative': {
    title: 'A price could get below zero.',
    why:
      'It subtracts, and for some row or input nothing stops it. Limit the field, add a ' +
      'gate, or write max(0, ...).',
    bad: 'usd: 0.10 - body.n * 0.02',
    good: 'usd: max(0.01, 0.10 - body.n * 0.02)',
  },
  token: {
    title: 'Prices cannot be charged in the token of a network as it is written.',
    why:
      'Prices are millionths of a dollar, so the token needs 6 decimals; and the capital ' +
      'letters of an address are its checksum, which finds a wrong digit. Copy the address ' +
      'again.',
    bad:
      'asset: { symbol: USDC, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02912", ' +
      'decimals: 18, name: USD Coin, version: "2" }',
    good:
      'asset: { symbol: USDC, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", ' +
      'decimals: 6, name: USD Coin, version: "2" }',
  },
  'short-time': {
    title: 'An upstream call is given up so soon that no answer may come, or after hours.',
    why:
      'Durations have units: `60ms` is less than a tenth of a second. A warning: it may be ' +
      'meant.',
    bad: 'timeout: 60ms',
    good: 'timeout: 60s',
  },
  'near-word': {
    title: 'A word stands once, and is nearly another that stands often.',
    why:
      'Nothing declares tags and the words in lists of rows, so a mistyped one is a new one. ' +
      'A warning: it may be meant.',
    bad: 'tags: [markte]',
    good: 'tags: [market]',
  },
  'row-rule': {
    title: 'A row does not meet a rule of its file.',
    why:
      'Rules stand under `rules:` of the models file. They see the row as `model` and all ' +
      'rows as `models`, and say what to write.',
    bad:
      'rules: [{ rule: model.most >= model.least, error: most is below least, at: most ' +
      '}]\nrows:\n  small: { least: 5, most: 3 }',
    good: 'rows:\n  small: { least: 3, most: 5 }',
  },
  'below-cost': {
    title: 'A call is sold for less than it costs us, or more of it costs less.',
    why:
      '`price.cost` says what the upstream charges. The check tries many calls of each row ' +
      'and names one that is too cheap: below `margin_floor` of gateway.yaml times the cost, ' +
      'or cheaper than a call with less in it.',
    bad: 'price: { usd: model.rate * margin + fee, cost: model.cost * body.count }',
    good: 'price: { usd: model.rate * body.count * margin + fee, cost: model.cost * body.count }',
  },
  'row-price': {
    title: 'A row costs something else than `row_prices` says.',
    why:
      'The price of a row under `row_prices` stands twice, in the table and in the route, so ' +
      'that a decimal point cannot slip unseen.',
    bad: 'rows:\n  small: { rate: 0.5 }   # and in the route row_prices: { small: 0.0535 }',
    good: 'rows:\n  small: { rate: 0.05 }',
  },
  'odd-size': {
    title: 'A size is written or priced unlike the others.',
    why:
      'A larger size does not cost less than a smaller one in the same row. A warning: it ' +
      'may be meant.',
    bad: 'sizes: { 1024x1024: 0.40, 2048x2048: 0.08 }',
    good: 'sizes: { 1024x1024: 0.04, 2048x2048: 0.08 }',
  },
  magnitude: {
    title: 'An amount stands out by far from those of the other rows or routes.',
    why:
      'It is 5 times above the most, or below the least, of all other rows; or 100 times ' +
      'off the median; or its row has another' +
      ' ratio of two prices than all others, by more than 6 times. Mostly a slipped ' +
      'decimal point. A warning: it may be meant.',
    bad: 'sizes: { 1024x1024: 0.5 }    # others: 0.02 to 0.10',
    good: 'sizes: { 1024x1024: 0.05 }',
  },
  'constant-gate': {
    title: 'A gate refuses nothing, or everything.',
    why: 'A rule that is the same for every request is a mistake in the rule.',
    bad: '- { rule: body.n >= 0 || true, error: 400 No }',
    good: '- { rule: body.n <= model.most, error: 400 No }',
  },
  'idle-fail': {
    title: 'A rule of `fail` that no reply reaches.',
    why:
      'The rules are asked in order. One that never holds, or whose replies an earlier one ' +
      'takes, does nothing.',
    bad:
      '- { status: [408, 504], as: upstream_timeout }\n- { status: 504, when: ' +
      'has(reply.busy), as: rate_limited }',
    good:
      '- { status: 504, when: has(reply.busy), as: rate_limited }\n- { status: [408, 504], ' +
      'as: upstream_timeout }',
  },
  'no-example': {
    title: 'A paid route has no example that passes.',
    why: 'The example proves the price, and is the quote of an empty probe.',
    bad: 'price: { usd: body.n * 0.01 + fee }',
    good: 'price: { usd: body.n * 0.01 + fee }\nexamples: [{ n: 2, usd: 0.021 }]',
  },
  'authorization-short': {
    title: 'A signed payment ends before the work that it pays for.',
    why:
      'Work whose payment has run out cannot be settled. Jobs need the inline window and the ' +
      'slack.',
    bad: 'pay: { authorization: 30s }   # and timeout: 60s',
    good: 'pay: { authorization: 300s }',
  },
  'row-refused': {
    title: 'A row cannot be bought with the defaults.',
    why: 'A caller who names only the model would be refused, or the row has no price.',
    bad: 'size: string = 1024x1024      # and a row without that size',
    good:
      '# give the row the size, the field another default, or sell only rows with a column: ' +
      'rule: has(model.editor)',
  },
  'challenge-size': {
    title: 'The head of a 402 is longer than proxies pass.',
    why:
      'The challenge stands in three headers: address, offer, summary and first example, ' +
      'three times. ' +
      'A stock nginx answers 502 to more than 4,096 bytes of head, so the whole head has ' +
      'at most 3,800, ' +
      'at an address of 64 characters. The schema of the request is left out of headers by ' +
      'itself where ' +
      'it does not fit; the body has it whole. ' +
      'Shorten the summary, or put a shorter example first.',
    bad: 'summary: (a whole paragraph)\nexamples:\n  - { prompt: (another one), usd: 0.01 }',
    good: 'summary: One line\nexamples:\n  - { prompt: hi, usd: 0.01 }',
  },
  discovery: {
    title: '`discovery` or `document` does not fit the flow.',
    why: 'Free paths answer other methods as free, paid ones with a challenge. Documents are free.',
    bad: 'flow: free\ndiscovery: challenge',
    good: 'flow: free\ndiscovery: free',
  },
  secret: {
    title: 'Something looks like a secret.',
    why: 'The catalog is published. Keys come from the environment.',
    bad: 'headers: { Authorization: "Bearer sk-live-..." }',
    good: 'headers: { Authorization: "Bearer {key}" }',
  },
  'example-price': {
    title: 'An example costs something else than it says.',
    why: 'Either the formula or the example is wrong.',
    bad: '- { n: 2, usd: 0.03 }',
    good: '- { n: 2, usd: 0.021 }',
  },
  'example-refused': {
    title: 'An example should pass, and is refused.',
    why: 'The message names the gate that refuses it.',
    bad: '- { n: 11, usd: 0.111 }',
    good: '- { n: 11, refused: 400 }',
  },
  'example-not-refused': {
    title: 'An example should be refused, and passes.',
    why: 'Either a gate is missing or the example is wrong.',
    bad: '- { n: 2, refused: 400 }',
    good: '- { n: 2, usd: 0.021 }',
  },
  'example-refusal': {
    title: 'An example is refused with another status.',
    why: 'The message names the gate that answers.',
    bad: '- { n: 11, refused: 404 }',
    good: '- { n: 11, refused: 400 }',
  },
  'example-failed': {
    title: 'An example cannot be run.',
    why: 'A formula found no value. Hooks answer what the example says of them, by their name.',
    bad: '- { prompt: hi, usd: 0.01 }',
    good: '- { prompt: hi, estimateTokens: 12, usd: 0.01 }',
  },
}
