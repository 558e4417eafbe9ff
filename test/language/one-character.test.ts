/**
 * One character too few or too many, or one word in another form: the message names it, and says
 * what to write.
 */
import { expect, it } from 'vitest'
import { edit, file } from '../checks/small-catalog.ts'
import { firstProblem, type Case } from './first-problem.ts'

const BOXES = 'tools/sandbox.models.yaml'
const VOICE = 'people/voice.routes.yaml'
const NUMBERS = 'people/numbers.routes.yaml'
const WEB = 'data/websearch.routes.yaml'
const FUND = 'people/funding.routes.yaml'

it.each<Case>([
  [
    'no comma behind a number',
    edit(BOXES, 'flat: 0.05, hourly', 'flat: 0.05 hourly'),
    {
      caret: 'hourly',
      message: 'a comma is missing before `hourly`',
      hint: 'write `, hourly:`; a text that holds a colon needs quotes',
    },
  ],
  [
    'no comma behind a text in quotes',
    edit('data/market.routes.yaml', `group: '"crypto"', starts`, `group: '"crypto"' starts`),
    { caret: 'starts', message: 'a comma is missing before `starts`' },
  ],
  [
    'two commas',
    edit(FUND, 'networks: [base, testnet]', 'networks: [base,, testnet]'),
    { caret: ',', message: 'this comma has no value before it', hint: 'remove the comma' },
  ],
  [
    'no comma in a list of networks',
    edit(FUND, 'networks: [base, testnet]', 'networks: [base testnet]'),
    { code: 'unknown-network', hint: 'a comma is missing: base, testnet' },
  ],
  [
    'no comma in a list of rows',
    edit('networks/testnet.yaml', 'vendorA/chat-6, vendorA', 'vendorA/chat-6 vendorA'),
    { code: 'unknown-row', hint: 'a comma is missing: vendorA/chat-6, vendorA/chat-6-mini' },
  ],
  [
    'no comma in a list of aliases',
    edit('tools/rpc.models.yaml', '[bnb, binance,', '[bnb binance,'),
    {
      caret: 'bnb binance',
      hint: 'if these are several values, separate them with commas: bnb, binance',
    },
  ],
  [
    'an apostrophe in single quotes',
    edit(NUMBERS, 'The lease has expired. Buy', "The lease hasn't been paid. Buy"),
    {
      caret: "'",
      message: 'this apostrophe ends the text that begins with a single quote',
      hint: "write it twice (''), or put the text in double quotes",
    },
  ],
  [
    'no colon',
    edit('people/funding.routes.yaml', 'settle: { on', 'settle { on'),
    { message: 'a colon is missing after `settle`', hint: 'write settle: { .. }' },
  ],
  [
    'no blank behind a dash',
    edit('data/social.routes.yaml', '- { rule: size', '-{ rule: size'),
    { caret: '-', hint: 'write a blank after the dash: - { rule: size(names) > 0, error' },
  ],
  [
    'no blank before a comment',
    edit(WEB, 'tags: [web-search]', 'tags: [web-search]#new'),
    { code: 'yaml-comment', caret: '#', hint: 'write a blank before the `#`, and one after it' },
  ],
  [
    'no dash before the first step',
    edit(NUMBERS, '- near:   {', '  near:   {'),
    {
      caret: 'near',
      message: '`near` is between the elements of a list, without a dash',
      hint: 'write `- near:`',
    },
  ],
  [
    'a blank too few behind a list',
    edit(VOICE, '  price: 0.541', ' price: 0.541'),
    { caret: 'price', hint: 'indent line 31 by 2 blanks, as line 32' },
  ],
  [
    'no dash before a route',
    edit(VOICE, '- route: POST', 'route: POST'),
    {
      caret: 'like',
      hint: 'indent it by 0 blanks, or begin the element of a list above with a dash: - route:',
    },
  ],
  [
    'a text that begins with a star',
    edit('data/defi.routes.yaml', 'Value locked on', '*Value* locked on'),
    { caret: '*Value*', message: 'a text that begins with `*` needs quotes' },
  ],
  [
    'no comma behind a text without quotes',
    edit('text/chat.models.yaml', 'The same in a hurry., kinds:', 'The same in a hurry. kinds:'),
    { caret: 'kinds', message: 'a comma is missing before `kinds`' },
  ],
  [
    'a brace too many',
    edit('text/chat.models.yaml', 'upstream_id: m-3 }', 'upstream_id: m-3 }}'),
    { caret: '}', message: 'this `}` is one too many', hint: 'remove it' },
  ],
  [
    'a bracket for a brace',
    edit('text/chat.models.yaml', 'upstream_id: m-3 }', 'upstream_id: m-3 ]'),
    {
      caret: ']',
      message: 'this `]` closes nothing',
      hint: 'write `}` instead: the `{` before it is not closed',
    },
  ],
  [
    'a path whose brace is not closed',
    edit('data/pm.routes.yaml', '/venue-a/wallet/{wallet}:\n', '/venue-a/wallet/{wallet:\n'),
    {
      caret: '/venue-a/wallet/{wallet',
      message: 'the `{` of this path is not closed',
      hint: 'write /venue-a/wallet/{wallet}',
    },
  ],
  ...(
    [
      ['=<', '=<', 'write `<=`'],
      ['=>', '=>', 'write `>=`'],
      ['=!', '=!', 'write `!=`'],
      ['< =', '< =', 'write `<=` without a blank'],
      ['= =', '= =', 'write `==` without a blank'],
    ] as const
  ).map(([written, caret, hint]): Case => [
    `the operator ${written}`,
    edit(VOICE, 'has(chosen) && chosen.active,', `size(body.task) ${written} 5,`),
    { code: 'formula-syntax', caret, message: `formulas have no \`${caret}\``, hint },
  ]),
  [
    'no colon behind the name of a row',
    edit(BOXES, '  T4:   {', '  T4    {'),
    { caret: 'T4', message: 'a colon is missing after `T4`', hint: 'write T4: { .. }' },
  ],
  [
    'no colon behind the name of a row with a slash',
    edit('text/chat.models.yaml', '  vendorA/chat-6: ', '  vendorA/chat-6 '),
    { caret: 'vendorA/chat-6', message: 'a colon is missing after `vendorA/chat-6`' },
  ],
  [
    'no blank behind the colon of a row with a slash',
    edit('text/chat.models.yaml', '  vendorA/chat-6:       {', '  vendorA/chat-6:{'),
    { caret: 'vendorA/chat-6:', hint: 'write a blank after the colon: vendorA/chat-6: { .. }' },
  ],
  [
    'an equals sign for a colon',
    edit('upstreams/carrier.yaml', 'Basic {key}" }', 'Basic {key}", x-client = farebox }'),
    {
      caret: 'x-client = farebox',
      message: '`x-client` and its value are separated by `=`, not by a colon',
      hint: 'write x-client: farebox',
    },
  ],
  [
    'an accepted warning without a reason',
    file('accepted.yaml', '- { finding: warning, subject: x }\n'),
    { code: 'missing-key', message: 'this entry lacks `because`' },
  ],
  [
    'a method without a letter, in a list of addresses',
    edit('errors/swap.yaml', '- GET /api/v1/dexagg/swap/chains', '- GT /api/v1/dexagg/swap/chains'),
    { caret: 'GT', message: '`GT` is not an HTTP method', hint: 'did you mean `GET`?' },
  ],
  [
    'a ternary in braces',
    edit(VOICE, 'has(chosen) && chosen.active,', 'has(chosen) ? chosen.active : false,'),
    { hint: 'write choose(test, a, b)' },
  ],
])('%s', (_name, change, wanted) => expect(firstProblem(change)).toMatchObject(wanted))

it.each<Case>([
  [
    'cents',
    edit(BOXES, 'flat: 0.05', 'flat: 5ct'),
    { caret: '5ct', hint: 'write 0.05: prices are USD, not cents' },
  ],
  [
    'an amount with its currency',
    edit(BOXES, 'hourly: 2.00', 'hourly: 2.00 USD'),
    { caret: '2.00 USD', hint: 'write only the number, in USD: 2.00' },
  ],
  [
    'a currency in a formula',
    edit(WEB, 'usd: 0.01 +', 'usd: 0.01 USD +'),
    { caret: 'USD', hint: 'write only the number: amounts are in USD' },
  ],
  [
    'digits in groups',
    edit('text/chat.models.yaml', 'context: 400000', 'context: 400.000'),
    { caret: '400.000', hint: 'write 400000' },
  ],
  [
    'a date',
    edit('text/chat.models.yaml', 'created: 1754524800', 'created: 2025-08-07'),
    { caret: '2025-08-07', hint: 'times are Unix seconds: write 1754524800' },
  ],
  [
    'a word of a switch',
    edit('media/videos.models.yaml', '    audio: true', '    audio: yes'),
    { caret: 'yes', hint: 'write true' },
  ],
  [
    'days in a formula',
    edit(NUMBERS, '=now + 30d,', '=now + 30 days,'),
    { caret: 'days', hint: 'durations are written 30s, 5m, 1h or 30d' },
  ],
  [
    'a lease of seconds',
    edit(NUMBERS, '=now + 30d,', '=now + 30,'),
    { code: 'bad-duration', hint: 'write 30d for days, or 30s if seconds are meant' },
  ],
  [
    'a lease that has ended',
    edit(NUMBERS, '=now + 30d,', '=30d,'),
    {
      code: 'bad-duration',
      caret: '=30d',
      message: 'this lease ends 30d after the start of 1970',
      hint: 'write =now + 30d',
    },
  ],
  [
    'a lease to which the present time is added',
    edit(NUMBERS, 'expires_at: =30d', 'expires_at: =now + 30d'),
    {
      code: 'bad-duration',
      caret: '=now + 30d',
      message: '`add` adds the time since 1970 to the lease',
      hint: 'write =30d: `add` makes the lease longer by this time',
    },
  ],
  [
    'minutes in a word',
    edit('upstreams/boxes.yaml', 'timeout: 120s', 'timeout: 2min'),
    { caret: '2min', hint: 'write 2m' },
  ],
  [
    'milliseconds',
    edit('upstreams/social.yaml', 'timeout: 30s', 'timeout: 30000'),
    { hint: 'write 30s: durations have a unit, and milliseconds are `ms`' },
  ],
  [
    'a factor in percent',
    edit('gateway.yaml', 'margin: 1.05', 'margin: 5%'),
    {
      caret: '5%',
      hint: 'write the whole factor: 1.05 is 5% on top of 1; for more than the present factor, multiply that one',
    },
  ],
  [
    'a value of a path with a colon',
    edit(VOICE, '/voice/call/{call_id}', '/voice/call/:call_id'),
    { code: 'bad-path', hint: 'write {call_id}' },
  ],
  [
    'a path with a slash at its end',
    edit(VOICE, '/api/v1/voice/call\n', '/api/v1/voice/call/\n'),
    { code: 'bad-path', hint: 'remove the / at the end' },
  ],
  [
    'a range of a field, the wrong way round',
    edit('tools/sandbox.routes.yaml', 'integer 10..86400', 'integer 86400..10'),
    { code: 'bad-field', caret: '86400..10' },
  ],
  ...(
    [
      ['integer 1-30', 'ranges are written with two points: integer 1..30'],
      ['4-12', 'ranges are written with two points: integer 4..12'],
      ['integer! 1 - 30', 'ranges are written with two points: integer! 1..30'],
      ['number 0.5 to 4', 'ranges are written with two points: number 0.5..4'],
      ['4..12', 'write e.g. integer 4..12'],
      ['2000!', 'for a text with at most 2000 characters write string! 1..2000'],
    ] as const
  ).map(([written, hint]): Case => [
    `the field ${written}`,
    edit('tools/sandbox.routes.yaml', 'integer 10..86400 = 300', written),
    { code: 'bad-field', hint },
  ]),
  ...(
    [
      ['4xx', 'write when: status >= 400 && status < 500'],
      ['[404, 5XX]', 'write when: status >= 500 && status < 600'],
      ['400-499', 'write when: status >= 400 && status <= 499'],
      ['">= 500"', 'write when: status >= 500'],
    ] as const
  ).map(([written, hint]): Case => [
    `the status ${written}`,
    edit(
      'upstreams/carrier.yaml',
      'fail:',
      `fail:\n    - { status: ${written}, as: upstream_failed }`,
    ),
    { code: 'wrong-type', hint },
  ]),
  [
    'a word that formulas call otherwise',
    edit('tools/sandbox.routes.yaml', 'max(body.timeout', 'maximum(body.timeout'),
    { code: 'unknown-function', hint: expect.stringMatching(/^did you mean `max`\?/) },
  ],
  [
    'a field without what it belongs to',
    edit(NUMBERS, 'digits in {body.country}', 'digits in {country}'),
    { code: 'unknown-name', hint: 'did you mean `body.country`?' },
  ],
  [
    'one value in brackets',
    edit('people/phone.routes.yaml', 'errors: phone', 'errors: [phone]'),
    { code: 'wrong-type', hint: 'write one value without brackets: phone' },
  ],
  [
    'a row of a record without a field',
    edit(NUMBERS, 'row: { owner: =payer, chain', 'row: { chain'),
    { code: 'missing-key', caret: 'row', message: '`row` lacks `owner`' },
  ],
  [
    'a promotion of one day that ends when it begins',
    edit(
      'media/images.models.yaml',
      'sizes: { 1024x1024: 0.09 }',
      'sizes: { 1024x1024: 0.09 }\n    dated: [{ from: 2026-12-01, until: 2026-12-01, discount: 20 %, because: one day }]',
    ),
    {
      code: 'dated',
      message: 'this ends when it begins (2026-12-01)',
      hint: 'to include that day, write 2026-12-02',
    },
  ],
  [
    'a model that sees pictures by one column, and does not by another one',
    edit('text/chat.models.yaml', 'vision: true, input: 3.00', 'input: 3.00'),
    { code: 'row-rule', caret: '[chat, reasoning, vision]' },
  ],
  [
    'a price that is ten times the others, at its cell',
    edit('media/images.models.yaml', '1024x1024: 0.09 }', '1024x1024: 0.9 }'),
    { code: 'row-price', caret: '{ 1024x1024: 0.9 }' },
  ],
])('says what to write instead of %s', (_name, change, wanted) =>
  expect(firstProblem(change)).toMatchObject(wanted),
)
