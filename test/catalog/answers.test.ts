/** Answers of `answers/` belong to routes that exist, and to the polls of their jobs. */
import { expect, it } from 'vitest'
import { JOBS } from '../checks/edits.ts'
import { file, freeFlow, freeRoute, problemsOf, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

const answers = (...names: string[]): Edit =>
  file('answers/things.yaml', names.map(name => `${name}:\n  example: { made: a }\n`).join(''))
const unknown = (...edits: Edit[]): string[] =>
  problemsOf(...edits)
    .filter(({ code }) => code === 'unknown-route')
    .map(({ message, hint }) => `${message}; ${hint}`)

it('an answer belongs to its route, and that of a poll to the route of the job', () => {
  const [route] = catalogOf([
    ...JOBS,
    answers('POST /api/v1/things', 'GET /api/v1/things/{id}'),
  ]).routes
  expect(route).toMatchObject({ answer: { example: { made: 'a' } }, polled: { example: {} } })
  expect(route!.answer).not.toHaveProperty('schema')
  const [plain] = catalogOf().routes
  expect([Object.hasOwn(plain!, 'answer'), Object.hasOwn(plain!, 'polled')]).toEqual([false, false])
})

it('one of no route is reported, with the nearest address', () => {
  expect(unknown(answers('POST /api/v1/things'))).toEqual([])
  expect(unknown(answers('POST /api/v1/thing'))).toEqual([
    'there is no route `POST /api/v1/thing` that answers; ' +
      'did you mean `POST /api/v1/things`?  (one of: POST /api/v1/things)',
  ])
  expect(unknown(answers('GET /api/v1/things/{id}'))).toHaveLength(1)
})

it('but not while a route is wrong, which may be its own', () => {
  const wrong = [freeFlow, file('tools/views.routes.yaml', freeRoute('views', '  status: wrong\n'))]
  expect(unknown(...wrong, answers('GET /api/v1/view'))).toEqual([])
})
