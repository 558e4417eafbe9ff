/** `retired:` of a route names its successor; the messages say which ones there are. */
import { expect, it } from 'vitest'
import { file, freeFlow, freeRoute, problemsOf } from '../checks/small-catalog.ts'

/** What is wrong with a retirement of `GET /api/v1/view`, and what to do. */
const problems = (retired: string, more = ''): (string | undefined)[] =>
  problemsOf(
    freeFlow,
    file('tools/views.routes.yaml', freeRoute('view', `  retired: ${retired}\n`) + more),
  ).flatMap(({ message, hint }) => [message, hint])
const OTHER = freeRoute('views')

it('it is a map that names one', () => {
  const message = '`retired` of GET /api/v1/view must name its successor'
  const written = (use: string) => `write retired: { since: 2027-01-01, use: ${use} }`
  expect(problems('true')).toEqual([message, written('POST /api/v2/things')])
  expect(problems('true', OTHER)).toEqual([message, written('GET /api/v1/views')])
})

it('a time alone does not', () => {
  expect(problems('{ since: 2027-01-01 }', OTHER)).toEqual([
    '`retired` lacks `use`',
    'the refusal of GET /api/v1/view names the successor: add `use:` with one of GET /api/v1/views',
  ])
})

it('a number is a status, of which there are two', () => {
  expect(problems('404')).toEqual([])
  expect(problems('410')).toEqual([])
  expect(problems('403')).toEqual([
    '`retired` must be 404 or 410',
    'or name the successor: retired: { since: 2027-01-01, use: .. }',
  ])
})

it('the successor is a route, by its method or that of the retired one', () => {
  const none = 'write the method and path of a route of this catalog, with its holes'
  expect(problems('{ use: /api/v1/views }', OTHER)).toEqual([])
  expect(problems('{ use: GET /api/v1/views }', OTHER)).toEqual([])
  expect(problems('{ use: elsewhere }')).toEqual(['there is no route `GET elsewhere`', none])
  expect(problems('{ use: POST /api/v1/thing }')).toEqual([
    'there is no route `POST /api/v1/thing`',
    'did you mean `POST /api/v1/things`?',
  ])
})

it('the successor is sold', () => {
  const gone = freeRoute('views', '  retired: { use: POST /api/v1/things }\n')
  expect(problems('{ use: /api/v1/views }', gone)).toEqual([
    '`GET /api/v1/views` is not sold either',
    'name a successor that callers can use',
  ])
})

it('the time is a day of the calendar', () => {
  expect(problems('{ since: 2027-02-30, use: /api/v1/views }', OTHER)).toEqual([
    '`2027-02-30` is not a date or a time',
    'write an existing day, e.g. 2027-01-01, or a time with its zone: 2027-01-01T09:00:00Z',
  ])
})
