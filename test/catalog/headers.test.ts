/** Which headers the calls of an upstream may have. */
import { expect, it } from 'vitest'
import { edit, problemsOf } from '../checks/small-catalog.ts'

const problems = (header: string): (string | undefined)[] =>
  problemsOf(
    edit('upstream', 'timeout: 20s', `timeout: 20s\n      headers: { ${header} }`),
  ).flatMap(({ message, hint }) => [message, hint])

it.each([
  'accept-encoding',
  'Connection',
  'content-encoding',
  'content-length',
  'Content-Type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade',
])('the gateway writes %s itself', name => {
  expect(problems(`${name}: x`)).toEqual([
    `the gateway writes the header ${name} itself`,
    'leave it out; `send_as` says how the body is written',
  ])
})

it.each([['accept: text/plain'], ['x-host: x'], ['x-name: =body.model']])('%s is fine', header => {
  expect(problems(header)).toEqual([])
})

it.each([
  ['{ a: 1 }', 'a text, or a formula after ='],
  ['null', '=none to leave it out'],
  ['7', '"7"'],
  ['= body.count', '=text(body.count)'],
])('a header that is %s is no text; the hint writes it as one', (value, written) => {
  expect(problems(`x-kind: ${value}`).at(-1)).toBe(`write ${written}`)
})
