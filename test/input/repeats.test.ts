/** JSON with the same name twice, of which a reader might take the other value. */
import { expect, it } from 'vitest'
import { withoutRepeats } from '../../runtime/input/json.ts'

const sent = (text: string): string => withoutRepeats(Buffer.from(text)).toString()

it.each([
  ['{"a":[1,2,3],"a":[1]}', '{"a":[1]}'],
  ['{"a":1,"\\u0061":2}', '{"a":2}'],
  ['{"x":{"a":1,"a":2},"b": 3}', '{"x":{"a":2},"b":3}'],
  ['[{"a":1},{"a":1,"a":2}]', '[{"a":1},{"a":2}]'],
  ['{"a":1,"__proto__":{"b":2}}', '{"a":1}'],
])('%s is sent as %s', (text, clean) => expect(sent(text)).toBe(clean))

it.each([
  '{"a": 1, "b": [ {"a": 2} , {"a": 3} ] }',
  '[{"a":1},{"a":1}]',
  '{ "n" : 123456789012345678901234567890.10, "s": "a\\": \\"b\\" :" }',
  '{"a":{}, "b":[], "c":"\\\\"}',
  '"text"',
  'no JSON: "a": 1',
])('%s is sent byte for byte', text => expect(sent(text)).toBe(text))
