/** What `answers/` says of answers: beside what formulas make, and nowhere else. */
import { expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { answersOf } from '../../generator/emit/openapi/answers-of.ts'
import { operationNames } from '../../generator/emit/openapi/names.ts'
import { generate } from '../../generator/generate.ts'
import { edit, edited, file, problemsOf } from '../checks/small-catalog.ts'

const STATED = `
POST /api/v1/things:
  schema: { properties: { more: { $ref: part } }, required: [more] }
  example: { made: [], more: { n: 1 } }
`
const files = edited([
  file('answers/tools.yaml', STATED),
  file('schemas/parts.yaml', 'part: { type: object, properties: { n: { type: integer } } }\n'),
])

it('fills in what the formulas of a reply leave open, in the IR and in the document', async () => {
  const { value: ir, problems } = compile(files)
  expect(problems).toEqual([])
  const [route] = ir!.routes
  const { reply } = answersOf(ir!, route!, operationNames(ir!))
  expect(reply).toEqual({
    name: 'ThingsReply',
    schema: {
      type: 'object',
      properties: {
        made: expect.anything(),
        more: { type: 'object', properties: { n: { type: 'integer' } } },
      },
      required: ['more'],
    },
    example: { made: [], more: { n: 1 } },
  })
  const made = await generate(ir!)
  const document = JSON.parse(made.get('openapi.full.json')!.text)
  const { content } = document.paths['/api/v1/things'].post.responses['200']
  expect(content['application/json'].example).toEqual({ made: [], more: { n: 1 } })
  expect(Object.keys(content['application/json'].schema.properties)).toEqual(['made', 'more'])
})

it('an answer of a route that is not there is a problem, with the nearest one', () => {
  const [problem] = problemsOf(file('answers/tools.yaml', 'POST /api/v1/thing: { example: 1 }\n'))
  expect(problem).toMatchObject({ code: 'unknown-route', hint: expect.stringContaining('things') })
  expect(problemsOf(edit('routes', 'Makes things', 'Makes'))).toEqual([])
})
