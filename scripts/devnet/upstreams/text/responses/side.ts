/**
 * OpenAI's responses API: `POST /v1/responses`, `GET` and `DELETE /v1/responses/{id}`, `GET
 * …?stream=true&starting_after=n`, and `POST …/cancel`. Background responses are jobs: their polls,
 * and what becomes of them, are reported as those of videos are (jobs.ts).
 */
import { noSuchUrl, openaiError, openaiFailures } from '../../openai-errors.ts'
import { json } from '../../contract.ts'
import type { UpstreamReply, UpstreamRequest, TextSide } from '../../contract.ts'
import { isProblem } from '../asked.ts'
import { openaiProblem } from '../chat/openai.ts'
import { BLOCKED } from '../chat/request.ts'
import { compose } from '../compose.ts'
import { EVENT_STREAM, MALFORMED } from '../events.ts'
import { cancel, follow, poll } from './background.ts'
import { responseStream } from './events.ts'
import { make, whole, withState } from './made.ts'
import type { Made } from './made.ts'
import { readResponse } from './request.ts'
import { forget, recall, store } from './stored.ts'

const PATH = /^\/v1\/responses(?:\/(resp_[0-9a-f]+)(\/cancel)?)?$/

function answer(request: UpstreamRequest): UpstreamReply {
  const [found, id, cancelled] = PATH.exec(request.path) ?? []
  if (found === undefined) return noSuchUrl(request)
  if (id === undefined) return request.method === 'POST' ? create(request) : noSuchUrl(request)
  const made = recall(request.shelf, id)
  if (!made) return openaiError(404, `Response with id '${id}' not found.`)
  if (cancelled) return request.method === 'POST' ? cancel(request, made) : noSuchUrl(request)
  if (request.method === 'DELETE') return forget(request.shelf, id)
  return request.query.get('stream') === 'true' ? follow(request, made) : poll(request, made)
}

function create(request: UpstreamRequest): UpstreamReply {
  const { json: body, shelf, behaviour } = request
  const asked = readResponse(body, id => recall(shelf, id) !== undefined)
  if (isProblem(asked)) return openaiProblem(asked)
  const made = make(body, asked, {
    answer: compose(asked, { behaviour, shelf, caching: 'by itself' }),
    counted: behaviour.mode !== 'uncounted',
  })
  if (body.store !== false) store(shelf, made)
  if (body.background === true) request.jobs.open(made.id, body, request.plan)
  if (body.stream === true) return streamed(made)
  return json(200, body.background === true ? withState(made, { status: 'queued' }) : whole(made))
}

const streamed = (made: Made): UpstreamReply => ({
  status: 200,
  type: EVENT_STREAM,
  stream: responseStream(made, { malformed: MALFORMED }),
})

/** The responses of the first vendor. */
export const openaiResponses: TextSide = {
  owns: ({ path }) => path.startsWith('/v1/responses'),
  answer,
  stepOf: ({ method, path }) =>
    method === 'POST' && !path.endsWith('/cancel') ? 'submit' : 'poll',
  failures: {
    ...openaiFailures('requests'),
    refused: (request, code) =>
      code === 'declined' ? answer(request) : openaiProblem({ ...BLOCKED, param: 'input' }),
    empty: request =>
      request.json?.stream === true ? { status: 200, type: EVENT_STREAM, raw: '' } : json(200, {}),
    tooLong: () =>
      openaiError(
        400,
        'Your input exceeds the context window of this model. Please adjust your input and ' +
          'try again.',
        {
          param: 'input',
          code: 'context_length_exceeded',
        },
      ),
  },
}
