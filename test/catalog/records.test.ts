/** The values of records and of their keys have the types that the record declares. */
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { edit, file, problemsOf, type Edit } from '../checks/small-catalog.ts'

const RECORDS: readonly Edit[] = readCatalog('test/golden/records/catalog').map(({ path, text }) =>
  file(path.replace('catalog/', ''), text),
)
const ROUTES = 'people/phone.routes.yaml'

/** What is wrong if a text of the routes of the golden case `records` is another one. */
const messages = (text: string, by: string): string[] =>
  problemsOf(...RECORDS, edit(ROUTES, text, by)).map(({ code, message }) => `${code}: ${message}`)
const wrong = (own: string, wanted: string): string[] => [
  `wrong-type: this is ${own}, and ${wanted} is needed here`,
]

it.each<[string, string, string, string[]]>([
  [
    'the key of a record is a text',
    'key: =body.phoneNumber }\n  checks:\n    - { rule: has(number), error: 403 N',
    'key: "=count([1])" }\n  checks:\n    - { rule: has(number), error: 403 N',
    wrong('integer', 'string'),
  ],
  [
    'so is the wallet of a list',
    'of: =path.address',
    'of: "=count([1])"',
    wrong('integer', 'string'),
  ],
  [
    'and the key of a change',
    'key: "old {body.phoneNumber}"',
    'key: =2',
    wrong('integer', 'string'),
  ],
  [
    'a list leaves out a number of records',
    'skip: =body.skip',
    "skip: ='a'",
    wrong('string', 'integer'),
  ],
  [
    'a value has the type of its field',
    "label: '', renewals: 0",
    "label: '', renewals: =true",
    wrong('boolean', 'integer'),
  ],
  [
    'a text may not stand for a time',
    'expires_at: =now + 2592000',
    'expires_at: =body.phoneNumber',
    wrong('string', 'integer'),
  ],
  ['JSON of an upstream may have any type', "label: ''", 'label: =result.sid', []],
  ['so may what an upstream gives as a number', 'renewals: 0', 'renewals: =result.sid', []],
])('%s', (_name, text, by, wanted) => {
  expect(messages(text, by)).toEqual(wanted)
})

it('an integer is a number too, and a field of JSON takes any value', () => {
  const of = (fields: string): string[] =>
    problemsOf(
      ...RECORDS,
      edit('records/phone.yaml', 'renewals:   integer!', `renewals:   integer!\n    ${fields}`),
      edit(ROUTES, "label: '',", "label: '', more: =now,"),
    ).map(({ code }) => code)
  expect([of('more: number'), of('more: json'), of('more: string')]).toEqual([
    [],
    [],
    ['wrong-type'],
  ])
})

describe('the end of a lease', () => {
  const put = (end: string): string[] => messages('=now + 2592000,', `${end},`)
  const add = (time: string): string[] => messages('expires_at: 2592000,', `expires_at: ${time},`)
  const short = (number: string): string[] => [
    `bad-duration: ${number} is ${number} seconds, and has no unit`,
  ]

  it.each(['=now + 30d', '=now+30d', '= now + 1h', '=now + 3600', '=0', '=now + 0', '=now'])(
    'may be %s',
    end => expect(put(end)).toEqual([]),
  )
  it.each([
    ['=now + 30', '30'],
    ['=now+3599', '3599'],
    ['=now + 1d + 7', '7'],
    ['=now - 5', '5'],
    ['=30', '30'],
  ])('without a unit is meant in days: %s', (end, number) =>
    expect(put(end)).toEqual(short(number)),
  )
  it.each(['=30d', '= 30d', '=5m'])('is not in 1970: %s', end => {
    const time = end.replace(/^= ?/, '')
    expect(put(end)).toEqual([`bad-duration: this lease ends ${time} after the start of 1970`])
  })
  it.each(['=30d', '=0d', '=3600', '=now * 0 + 30d'])('is later by %s', time =>
    expect(add(time)).toEqual([]),
  )
  it.each(['=now + 30d', '=now+2h'])('is not later by %s', time =>
    expect(add(time)).toEqual(['bad-duration: `add` adds the time since 1970 to the lease']),
  )
  it('is later by days, not seconds', () => expect(add('=30')).toEqual(short('30')))
})
