/** Rules about how a route is paid: authorizations, tokens, networks, jobs, free quotas. */
import { EXAMPLES, JOB, JOBS, KEYS, TWIN, type Rule } from './edits.ts'
import { edit, file, freeFlow, freeRoute, type Edit } from './small-catalog.ts'

/** Paid routes `/api/v1/<name>`, each with a call of its own that takes this long. */
const ROUTES = (routes: Readonly<Record<string, string>>, more = ''): readonly Edit[] => [
  edit(
    'upstream',
    '  calls:\n',
    `  calls:\n${Object.entries(routes)
      .map(([name, timeout]) => `    ${name}: { post: /${name}, timeout: ${timeout} }\n`)
      .join('')}`,
  ),
  file(
    'tools/more.routes.yaml',
    Object.keys(routes)
      .map(
        name =>
          `- route: POST /api/v1/${name}\n  summary: Makes ${name}\n  flow: inline\n  price: 0.01\n` +
          `  upstream: maker.${name}\n  reply: { ok: true }\n${more}`,
      )
      .join(''),
  ),
]
/** How long payments live. */
const LIVES = (time: string): Edit => edit('gateway', '300s', time)
/** The work of the small catalog's route, in steps. */
const WORK = (...steps: readonly string[]): Edit =>
  edit(
    'routes',
    '  upstream: maker.make\n  reply: { made: =result.made }\n',
    `  work:\n${steps.map(one => `    - ${one}\n`).join('')}  reply: { ok: true }\n`,
  )
const GIVE_BACK =
  '    give_back: { post: /give, timeout: 5s, takes: { label: string }, send: { label: =label } }\n'
/** The small catalog's call for steps, and two more. */
const STEPS: readonly Edit[] = [
  edit(
    'upstream',
    '      send: { id: =model.id, count: =body.count }\n',
    '      takes: { id: string, count: integer }\n      send: { id: =id, count: =count }\n',
  ),
  edit(
    'upstream',
    '  calls:\n',
    '  calls:\n    take: { post: /take, timeout: 7s, retry: 2 }\n' + GIVE_BACK,
  ),
]
const MADE = 'made: { call: maker.make, with: { id: =model.id, count: =body.count } }'

/** A token of six decimals. */
const asset = (symbol: string, address: string): string =>
  `asset: { symbol: ${symbol}, address: "${address}", decimals: 6, name: USD Coin, version: "2" }`
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OTHER_USDC = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
/** A second network. */
const NETWORK = (chain: string, token: string): Edit =>
  file(
    'networks/other.yaml',
    `other:\n  kind: evm\n  scheme: exact\n  chain: ${chain}\n  label: other\n  ${token}\n`,
  )
/** A network of deposits on several chains. */
const BATCHED = (contract: string, also = ''): Edit =>
  file(
    'networks/other.yaml',
    `other:
  kind: batched
  scheme: exact
  chain: eip155:137
  label: other
  asset: { symbol: USDC, address: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", decimals: 6 }
${contract}${also}`,
  )
const CONTRACT = (address: string): string => `  contract: "${address}"\n`
const HELD = CONTRACT('0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE')
const ALSO = (chain: string, address: string): string =>
  `  also:\n    - { chain: ${chain}, label: more, asset: { symbol: USDC, address: "${address}", decimals: 6 } }\n`

/** A limit, and the quota of the small catalog's route that it counts. */
const QUOTA = (by: string, more = '', max = 1): readonly Edit[] => [
  KEYS(`  pay: { free_quota: { count: [few]${more} } }\n`),
  file('limits.yaml', `few: { max: ${max}, per: 1m, by: ${by}, style: reset }\n`),
]
const FEW_ROUTES = { a: '20s', b: '31s', c: '22s' }

export const PAYMENT_RULES: readonly Rule[] = [
  {
    // Where most routes are short, the common value is wrong; a route with its own is beside it.
    code: 'authorization-short',
    fires: [
      LIVES('25s'),
      ...ROUTES(FEW_ROUTES),
      file('tools/own.routes.yaml', '[]\n'),
      edit(
        'tools/own.routes.yaml',
        '[]\n',
        '- route: POST /api/v1/own\n  summary: Makes more\n  flow: inline\n  price: 0.01\n' +
          '  pay: { authorization: 21s }\n  upstream: maker.a\n  reply: { ok: true }\n',
      ),
    ],
    silent: [LIVES('37s'), ...ROUTES(FEW_ROUTES)],
  },
  {
    // Where half of the routes are short, their timeouts are wrong.
    code: 'authorization-short',
    fires: [LIVES('30s'), ...ROUTES({ a: '25s', b: '26500ms', c: '22s' })],
    silent: [LIVES('33s'), ...ROUTES({ a: '25s', b: '26500ms', c: '22s' })],
  },
  {
    // Routes that are suspended or free are never settled.
    code: 'authorization-short',
    fires: [LIVES('26s'), ...ROUTES({ a: '25s' })],
    silent: [
      LIVES('26s'),
      ...ROUTES({ a: '25s' }, '  suspended: 502 Not now\n'),
      freeFlow,
      file('limits.yaml', 'few: { max: 1, per: 1m, by: ip, style: reset }\n'),
      file('tools/view.routes.yaml', freeRoute('view', '  upstream: maker.a\n  limit: few\n')),
    ],
  },
  {
    // The steps of `work` follow each other: 20 s and three times 7 s, and 6 s of slack.
    code: 'authorization-short',
    fires: [
      ...STEPS,
      LIVES('46s'),
      WORK(
        MADE,
        'refuse: { when: body.count > 9, error: 400 Many }',
        'taken: { call: maker.take }',
      ),
      edit('upstream', GIVE_BACK, ''),
    ],
    silent: [
      ...STEPS,
      LIVES('47s'),
      WORK(
        MADE,
        'refuse: { when: body.count > 9, error: 400 Many }',
        'taken: { call: maker.take }',
      ),
      edit('upstream', GIVE_BACK, ''),
    ],
  },
  {
    // One address on two chains.
    code: 'token',
    fires: [NETWORK('eip155:10', asset('EURC', USDC))],
    silent: [NETWORK('eip155:10', asset('USDC', OTHER_USDC))],
  },
  {
    // Two tokens of one name on one chain.
    code: 'token',
    fires: [NETWORK('eip155:8453', asset('USDC', OTHER_USDC))],
    silent: [NETWORK('eip155:8453', asset('EURC', OTHER_USDC))],
  },
  {
    // Small letters and capital ones are the same address.
    code: 'token',
    fires: [NETWORK('eip155:10', asset('USDC', USDC.toLowerCase()))],
    silent: [NETWORK('eip155:8453', asset('USDC', USDC))],
  },
  {
    code: 'token',
    fires: [NETWORK('eip155:10', asset('USDC', `0x${OTHER_USDC.slice(2).toUpperCase()}`))],
    silent: [NETWORK('eip155:10', asset('USDC', OTHER_USDC))],
  },
  {
    code: 'token',
    fires: [BATCHED(CONTRACT('0x77777777Dcc4d5A8B6E418Fd04D8997ef11000e8'))],
    silent: [BATCHED(HELD)],
  },
  {
    code: 'token',
    fires: [BATCHED(HELD, ALSO('eip155:42161', '0xaf88d065e77c8cC2239327C5EDb3A432268e5832'))],
    silent: [BATCHED(HELD, ALSO('eip155:42161', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'))],
  },
  { code: 'network-kind', fires: [BATCHED('')], silent: [BATCHED(HELD)] },
  {
    code: 'network-kind',
    fires: [BATCHED(HELD, ALSO('solana:42161', '0xaf88d065'))],
    silent: [BATCHED(HELD)],
  },
  {
    code: 'network-kind',
    fires: [BATCHED(HELD, '  on_request: [upto]\n')],
    silent: [BATCHED(HELD)],
  },
  {
    code: 'network-kind',
    fires: [
      edit('network', 'scheme: exact', 'scheme: exact\n  on_request: [upto, upto]'),
      edit('network', USDC, '0x833589'),
    ],
    silent: [edit('network', 'scheme: exact', 'scheme: exact\n  on_request: [upto]')],
  },
  {
    // Jobs of one store at two paths that differ by a letter.
    code: 'poll-path',
    fires: [...JOBS, ...TWIN(JOB.replace('/things/{id}', '/thing/{id}'))],
    silent: [...JOBS, ...TWIN(JOB.replace('/things/{id}', '/others/{id}'))],
  },
  {
    code: 'poll-path',
    fires: [...JOBS, ...TWIN(JOB.replace('/things/{id}', '/thingens/{id}'))],
    silent: [
      ...JOBS,
      ...TWIN(JOB.replace('/things/{id}', '/thing/{id}').replace('store: things', 'store: twins')),
    ],
  },
  {
    code: 'poll-path',
    fires: [...JOBS, ...TWIN(JOB.replace('store: things', 'store: twins'))],
    // The name of the id does not matter.
    silent: [...JOBS, ...TWIN(JOB)],
  },
  {
    code: 'free-quota',
    fires: QUOTA('ip', '', 1001),
    silent: QUOTA('ip', '', 1000),
  },
  {
    code: 'free-quota',
    fires: QUOTA('payer', ', then: refuse'),
    silent: QUOTA('payer', ', then: refuse, when: body.count == 1'),
  },
  {
    code: 'free-quota',
    fires: [
      ...QUOTA('ip'),
      edit('routes', '  price:', '  checks: [{ rule: payer != "", error: 403 No }]\n  price:'),
    ],
    silent: [
      ...QUOTA('payer'),
      edit('routes', '  price:', '  checks: [{ rule: payer != "", error: 403 No }]\n  price:'),
    ],
  },
  ...['ip', 'payer'].map(by => ({
    // What a call undoes is only undone where it is paid.
    code: 'free-quota',
    fires: [
      ...STEPS,
      ...QUOTA(by),
      WORK(
        'taken: { call: maker.take }',
        `${MADE.slice(0, -2)}, undo: { call: maker.give_back, with: { label: =call.id } } }`,
      ),
    ],
    silent: [
      ...STEPS,
      ...QUOTA(by),
      WORK(
        'taken: { call: maker.take }',
        MADE,
        'back: { call: maker.give_back, with: { label: =call.id } }',
      ),
    ],
  })),
  {
    code: 'payment-keys',
    fires: [
      ...QUOTA('ip'),
      edit('routes', '  price: model.rate * body.count * margin + fee\n', ''),
      edit('routes', '  flow: inline', '  flow: free'),
      file('flows.yaml', 'free: {}\n'),
      edit('routes', EXAMPLES, ''),
    ],
    silent: QUOTA('ip'),
  },
  {
    // Free routes do not count among those that have the common value.
    code: 'authorization-short',
    fires: [
      LIVES('30s'),
      ...ROUTES({ a: '25s', b: '26s' }),
      freeFlow,
      file('tools/views.routes.yaml', ['v', 'w'].map(name => freeRoute(name)).join('')),
    ],
    silent: [],
  },
  {
    code: 'network-kind',
    fires: [
      edit('network', 'kind: evm', 'kind: batched'),
      edit('network', 'scheme: exact', 'scheme: upto'),
    ],
    silent: [],
  },
  {
    // A POST at the path of the polls is another request.
    code: 'poll-path',
    fires: [
      ...JOBS,
      file('flows.yaml', 'hybrid_job: {}\nfree: {}\n'),
      file('tools/more.routes.yaml', freeRoute('things/{a}')),
    ],
    silent: [
      ...JOBS,
      file('flows.yaml', 'hybrid_job: {}\nfree: {}\n'),
      file('tools/more.routes.yaml', freeRoute('things/{a}').replace('GET', 'POST')),
    ],
  },
  {
    // Checks of the wallet are made for jobs too.
    code: 'payment-keys',
    fires: [...JOBS, edit('routes', '  models:', '  pay: { redeliver: 5m }\n  models:')],
    silent: [
      ...JOBS,
      edit('routes', '  price:', '  checks: [{ rule: payer != "", error: 403 No }]\n  price:'),
    ],
  },
]
