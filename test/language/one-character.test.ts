/** One character too few or too many: the message names it, and says where it belongs. */
import { expect, it } from 'vitest'
import { edit } from '../checks/small-catalog.ts'
import { told, type Case } from './first-problem.ts'

const BOXES = 'tools/sandbox.models.yaml'
const VOICE = 'people/voice.routes.yaml'
const NUMBERS = 'people/numbers.routes.yaml'
const WEB = 'data/websearch.routes.yaml'

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
    edit(WEB, 'networks: [base, testnet]', 'networks: [base,, testnet]'),
    { caret: ',', message: 'there is nothing before this comma', hint: 'remove the comma' },
  ],
  [
    'no comma in a list of networks',
    edit(WEB, 'networks: [base, testnet]', 'networks: [base testnet]'),
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
    { caret: 'bnb binance', hint: 'if these are several, write commas between them: bnb, binance' },
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
    { message: 'a colon is missing behind `settle`', hint: 'write settle: { .. }' },
  ],
  [
    'no blank behind a dash',
    edit('data/social.routes.yaml', '- { rule: size', '-{ rule: size'),
    { caret: '-', hint: 'a blank follows the dash: - { rule: size(names) > 0, error' },
  ],
  [
    'no blank before a comment',
    edit(WEB, 'tags: [web-search]', 'tags: [web-search]#new'),
    { code: 'yaml-comment', caret: '#', hint: 'write a blank before the `#`, and one behind it' },
  ],
  [
    'no dash before the first step',
    edit(NUMBERS, '- near:   {', '  near:   {'),
    {
      caret: 'near',
      message: '`near` stands among the elements of a list, without a dash',
      hint: 'write `- near:`',
    },
  ],
  [
    'a blank too few behind a list',
    edit(VOICE, '  price: 0.541', ' price: 0.541'),
    { caret: 'price', hint: 'write `- price:`, or indent it by 2 blanks, as the entries above' },
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
    'a ternary in braces',
    edit(VOICE, 'rule: size(body.to) > 7', 'rule: size(body.to) > 7 ? true : false'),
    { hint: 'write choose(test, a, b)' },
  ],
])('%s', (_name, change, wanted) => expect(told(change)).toMatchObject(wanted))
