/** Codes of the check and example passes: rules about the catalog as a whole. */
import type { CodePages } from '../page.ts'

/** Pages about rules of the whole catalog. */
export const RULE_PAGES: CodePages = {
  actual: {
    title: '`actual` replaces a value that its price does not have, or reads an unknown name.',
    why:
      "`actual` replaces values of the price's own `let`. With them, the formula of `usd` " +
      'gives the charge of a payment that can settle less than it signs. So `usd` must use ' +
      'each of these names, and the new value must have the same type and always be ' +
      'present. The charge of a stream may read only `usage` and the request; a job is ' +
      'charged its quote. The charge is never above the quote.',
    bad:
      'price:\n  let: { tokens: input_tokens }\n  usd: tokens * model.input / 1000000 + ' +
      'fee\n  actual: { input_tokens: usage.input }',
    good:
      'price:\n  let: { tokens: input_tokens }\n  usd: tokens * model.input / 1000000 + ' +
      'fee\n  actual: { tokens: usage.input }',
  },
  'accepted-warning': {
    title: 'An entry of accepted.yaml accepts a warning that no longer exists.',
    why: 'It would silently accept the same mistake later. Remove the entry.',
    bad:
      'accepted.yaml: - { finding: warning, subject: a message that check no longer shows, ' +
      'because: WHY }',
    good: 'remove the entry',
  },
  'dated-jump': {
    title: 'A dated price is far from the list, or a dated map lacks keys of the list.',
    why:
      'A price ten times the list price, or a tenth of it, is an error; twice or half of it ' +
      'is a warning, even for a promotion: mostly a misplaced decimal point. If it is ' +
      'intended, add the entry in the message to accepted.yaml; it applies to `npm run ' +
      'plan` too. A map of `dated` replaces the map of the list, so a missing key is not ' +
      'sold in that time.',
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
      'A dated price begins without anybody watching, and examples without `at:` have the ' +
      'list price. Each entry of `dated:` needs one example whose `at:` is within its time: ' +
      'of its row, of its route, or of a route whose price reads the number of ' +
      'gateway.yaml.',
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
      'Callers of that network are refused with 410 and a successor that they cannot buy. ' +
      'Sell the successor there too, or name one that is sold on all networks of the ' +
      'retired row or route.',
    bad:
      'networks/other.yaml: only: { things.models: [small] }\nsmall: { rate: 0.01, retired: { ' +
      'since: 2027-01-01, use: large } }',
    good:
      'networks/other.yaml: only: { things.models: [small, large] }\nsmall: { rate: 0.01, ' +
      'retired: { since: 2027-01-01, use: large } }',
  },
  past: {
    title: 'A new or changed dated price or number begins in the past.',
    why:
      'Calls since then were sold at another price, so documents of that time and `npm run ' +
      'recompute` would differ. Only `check` reports this, in a git repository: it compares ' +
      'with the last commit. An entry that was committed before its day stays valid.',
    bad: 'dated: [{ from: 2026-01-01, fee: 0.002, because: gas }]   # written in November',
    good: 'dated: [{ from: 2026-12-01, fee: 0.002, because: gas }]',
  },
  removed: {
    title: 'A row or route of the last commit was deleted.',
    why:
      'Its callers get an error without a successor. Restore it and retire it: until that ' +
      'day the documents announce its end, and then callers get 410 with the successor. ' +
      'Remove it after that. To remove it at once, add the entry in the message to ' +
      'accepted.yaml with the reason. Only `check` reports this, in a git repository.',
    bad: 'rows:\n  large: { rate: 0.05 }   # small was here',
    good:
      'rows:\n  small: { rate: 0.01, retired: { since: 2027-01-01, use: large } }\n  large: { ' +
      'rate: 0.05 }',
  },
  'price-jump': {
    title: 'A price is at least twice as high, or half as high, as in the last commit.',
    why:
      'Mostly a decimal point or a unit is wrong: ten times the price, or a tenth, is an ' +
      'error; twice or half of it is a warning. If it is intended, add the entry in the ' +
      'message to accepted.yaml with the reason; it accepts only this change. `npm run ' +
      'plan` shows what customers pay. Nothing is compared outside of a git repository; ' +
      '`--against` names another commit, or a folder.',
    bad: 'sizes: { 1024x1024: 0.5 }   # was 0.05',
    good:
      'accepted.yaml: - { finding: price-raised, subject: vendor/image sizes.1024x1024, old: ' +
      '0.05, new: 0.5, because: the upstream raised it }',
  },
  'not-compared': {
    title: 'The catalog of the last commit has errors, so no price is compared with it.',
    why:
      'The price guard needs the earlier prices. Without them a price that is ten times too high ' +
      'is not found. Compare with the last commit that has no errors, or commit the mended ' +
      'catalog and check its changes then.',
    bad: 'npm run check                        # HEAD has an error',
    good: 'npm run check -- --against HEAD~1    # which has none',
  },
  'price-constant': {
    title: 'A number of gateway.yaml differs from the last commit, and many prices read it.',
    why:
      'One number changes the prices of many routes at once. The message counts them; `npm ' +
      'run plan` shows what customers pay. This is a warning, because it may be intended. ' +
      'An entry of accepted.yaml accepts it, and the commit ends it.',
    bad: 'fee: 0.01   # was 0.001',
    good: 'fee: 0.001',
  },
  'actual-example': {
    title: 'A price has `actual`, and no example shows the charge.',
    why:
      'An example declares the use in `used` and the resulting charge in `actual`. It ' +
      'proves the formula of the charge, as `usd` proves the quote.',
    bad: 'examples:\n  - { model: small, count: 10, usd: 0.1 }',
    good:
      'examples:\n  - { model: small, count: 10, usd: 0.1, used: { result: { made: [1, 2] } ' +
      '}, actual: 0.02 }',
  },
  unused: {
    title: 'A definition is never used.',
    why: 'Mostly the name is misspelt where it should be used. Use it or remove it.',
    bad: 'limits.yaml: helth: { ... }',
    good: 'limits.yaml: health: { ... }',
  },
  'unused-field': {
    title: 'Nothing reads a field of a request.',
    why:
      "The caller's value would be dropped silently. This is a warning, because it may be " +
      'intended.',
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
      'Client generators make a function for each operation of OpenAPI, named after it, and ' +
      'MCP clients call tools by name. The gateway itself has the tools search, describe, ' +
      'quote and call.',
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
      'A segment is plain text or one {name}; `*` may only be the last segment; the paths ' +
      'in gateway.yaml are reserved.',
    bad: '/things/{id}.json',
    good: '/things/{id}',
  },
  'bad-alias': {
    title: 'An alias has other holes than its route.',
    why:
      'Formulas read every hole of the path, so an alias has the same holes or sets their ' +
      'values in `with`.',
    bad: '- route: GET /api/v1/{chain}/price\n  aliases: [/api/v1/eth/price]',
    good:
      '- route: GET /api/v1/{chain}/price\n  aliases: [{ path: /api/v1/eth/price, with: { ' +
      'chain: ethereum } }]',
  },
  'poll-path': {
    title: 'A poll path conflicts with another path.',
    why:
      'Polls are GET routes of their own. Routes that share a poll path must share the job ' +
      'store and whether its query is signed.',
    bad: 'poll: /api/v1/things/{id}   # and GET /api/v1/things/{id}',
    good: 'poll: /api/v1/things/jobs/{id}',
  },
  'two-step': {
    title: 'A route without jobs makes a call with `ticket` and `poll`.',
    why:
      'The result may take minutes; a job polls for it and survives a restart of the ' + 'process.',
    bad:
      '- route: POST /api/v1/things\n  flow: inline\n  upstream: upstream.things   # has ' +
      '`ticket` and `poll`',
    good:
      '- route: POST /api/v1/things\n  flow: hybrid_job\n  job: { ... }\n  upstream: ' +
      'upstream.things',
  },
  'no-price': {
    title: 'A price is missing, or a free route has one.',
    why:
      'Every paid route, every value of `by` and every row needs a price; a missing price ' +
      'is never 0.',
    bad: '- route: POST /api/v1/x\n  flow: inline',
    good: '- route: POST /api/v1/x\n  flow: inline\n  price: { usd: 0.01 + fee }',
  },
  'price-zero': {
    title: 'A price is 0.',
    why:
      'A free route has `flow: free`; a price of 0 that only asks for a signature has ' +
      '`identify: true`.',
    bad: 'price: { usd: 0 }',
    good: 'price: { usd: 0, identify: true }',
  },
  'price-negative': {
    title: 'A price can be negative.',
    why:
      'It contains a subtraction, and for some row or input nothing limits it. Limit the ' +
      'field, add a gate, or write max(0, ...).',
    bad: 'usd: 0.10 - body.n * 0.02',
    good: 'usd: max(0.01, 0.10 - body.n * 0.02)',
  },
  token: {
    title: 'The token of a network cannot be charged.',
    why:
      'Prices are millionths of a dollar, so the token needs 6 decimals. The capital ' +
      'letters of an address are a checksum, which detects a wrong digit: copy the address ' +
      'again.',
    bad:
      'asset: { symbol: USDC, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02912", ' +
      'decimals: 18, name: USD Coin, version: "2" }',
    good:
      'asset: { symbol: USDC, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", ' +
      'decimals: 6, name: USD Coin, version: "2" }',
  },
  'short-time': {
    title: 'An upstream call times out before an answer is likely, or only after hours.',
    why:
      'Durations have units: `60ms` is less than a tenth of a second. This is a warning, ' +
      'because it may be intended.',
    bad: 'timeout: 60ms',
    good: 'timeout: 60s',
  },
  'near-word': {
    title: 'A word occurs once and is similar to a frequent word.',
    why:
      'Words in lists of rows, and tags without `tags:` in gateway.yaml, are not declared, so a ' +
      'misspelt word counts as a new ' +
      'one. This is a warning, because it may be intended.',
    bad: 'tags: [markte]',
    good: 'tags: [market]',
  },
  'row-rule': {
    title: 'A row does not meet a rule of its file.',
    why:
      'The rules are in `rules:` of the models file. They read the row as `model` and all ' +
      'rows as `models`; their message says how to correct the row.',
    bad:
      'rules: [{ rule: model.most >= model.least, error: most is below least, at: most ' +
      '}]\nrows:\n  small: { least: 5, most: 3 }',
    good: 'rows:\n  small: { least: 3, most: 5 }',
  },
  'no-accepts': {
    title: 'The 402 of an envelope does not say how to pay.',
    why:
      'Clients that read the body find the ways to pay in `accepts`. This is a warning, because ' +
      'others read the headers.',
    bad: 'payment_required: { status: 402, body: { error: Payment required } }',
    good: 'payment_required: { status: 402, body: { accepts: =challenge.accepts } }',
  },
  'row-price': {
    title: 'The price of a row differs from `row_prices`.',
    why:
      'The price of a row in `row_prices` is written twice, in the table and in the route, ' +
      'so that a misplaced decimal point is noticed.',
    bad: 'rows:\n  small: { rate: 0.5 }   # and in the route row_prices: { small: 0.0535 }',
    good: 'rows:\n  small: { rate: 0.05 }',
  },
  'odd-size': {
    title: 'A size is written differently from the others, or costs less than a smaller one.',
    why:
      'In one row, a larger size must not cost less than a smaller one. This is a warning, ' +
      'because it may be intended.',
    bad: 'sizes: { 1024x1024: 0.40, 2048x2048: 0.08 }',
    good: 'sizes: { 1024x1024: 0.04, 2048x2048: 0.08 }',
  },
  magnitude: {
    title: 'An amount is far from those of the other rows or routes.',
    why:
      'It is 5 times above the highest, or below the lowest, of all other rows; or 100 ' +
      'times off the median; or the ratio of two prices in its row differs from that of all ' +
      'others by a factor of more than 6. Mostly a misplaced decimal point. This is a ' +
      'warning, because it may be intended.',
    bad: 'sizes: { 1024x1024: 0.5 }    # others: 0.02 to 0.10',
    good: 'sizes: { 1024x1024: 0.05 }',
  },
  'constant-gate': {
    title: 'A gate refuses no request, or every request.',
    why: 'A rule with the same result for every request is a mistake.',
    bad: '- { rule: body.n >= 0 || true, error: 400 No }',
    good: '- { rule: body.n <= model.most, error: 400 No }',
  },
  'idle-fail': {
    title: 'No reply reaches a rule of `fail`.',
    why:
      'The rules are tested in order. A rule has no effect if it never holds, or if an ' +
      'earlier rule matches all its replies.',
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
    title: 'A signed payment expires before the work that it pays for ends.',
    why:
      'Work cannot be settled after its payment has expired. Jobs need the inline window ' +
      'and the slack.',
    bad: 'pay: { authorization: 30s }   # and timeout: 60s',
    good: 'pay: { authorization: 300s }',
  },
  'row-refused': {
    title: 'A row cannot be bought with the defaults.',
    why: 'A caller who sends only the model would be refused, or the row has no price.',
    bad: 'size: string = 1024x1024      # and a row without that size',
    good:
      '# give the row the size, the field another default, or sell only rows with a column: ' +
      'rule: has(model.editor)',
  },
  'challenge-size': {
    title: 'The head of a 402 is too long for proxies.',
    why:
      'The challenge is sent in three headers, so the address, offer, summary and first ' +
      'example count three times. A default nginx answers 502 if a head has more than 4,096 ' +
      'bytes, so the whole head may have at most 3,800, at an address of 64 characters. ' +
      'Headers omit the schema of the request if it does not fit; the body contains it. ' +
      'Shorten the summary, or put a shorter example first.',
    bad: 'summary: (a whole paragraph)\nexamples:\n  - { prompt: (another one), usd: 0.01 }',
    good: 'summary: One line\nexamples:\n  - { prompt: hi, usd: 0.01 }',
  },
  discovery: {
    title: '`discovery` or `document` does not fit the flow.',
    why:
      'Other methods of a free path are answered as free, those of a paid path with a ' +
      'challenge. Documents are free.',
    bad: 'flow: free\ndiscovery: challenge',
    good: 'flow: free\ndiscovery: free',
  },
  secret: {
    title: 'A text looks like a secret.',
    why:
      'The catalog is published. Keys come from the environment: `{key}` in the headers of an ' +
      'upstream, and its `settings` in the path and the query of a call.',
    bad: 'headers: { Authorization: "Bearer sk-live-..." }',
    good: 'headers: { Authorization: "Bearer {key}" }',
  },
  'example-price': {
    title: 'The price of an example differs from the formula.',
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
    why: 'A formula found no value. The example sets the results of hooks by their names.',
    bad: '- { prompt: hi, usd: 0.01 }',
    good: '- { prompt: hi, estimateTokens: 12, usd: 0.01 }',
  },
}
