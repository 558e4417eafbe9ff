/**
 * The model lists of the local upstreams. What they list is recorded in `catalog/observed/lists/`,
 * in the vendor's own words, and can be changed by orders; how they list it is here:
 *
 *   OpenAI      GET /v1/models, all in one page
 *   Gemini      GET /v1beta/models, pages of `pageSize` (50, at most 1000) behind `pageToken`
 *   Anthropic   GET /v1/models, pages of `limit` (20, at most 1000) behind `after_id`
 *   xAI         GET /v1/language-models, prices in cents for 100 million tokens
 *   vLLM        GET /v1/models, all in one page, with the longest context
 *   ElevenLabs  GET /v1/models, a list without anything around it
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { json, type UpstreamReply, type UpstreamRequest } from './contract.ts'

/** How a vendor lists models. */
export interface ListForm {
  path: string
  /** The member with the models, and the member with a model's name. */
  models: string
  id: string
  /** Cuts a page out of all models; everything is one page without it. */
  page?(all: readonly Model[], query: URLSearchParams): object | undefined
}

type Model = Readonly<Record<string, unknown>>

/** An order to change what an upstream lists. */
export interface ListOrder {
  add?: readonly Model[]
  remove?: readonly string[]
  /** Members that replace those of the model of this name. */
  change?: Readonly<Record<string, Model>>
}

/** The list of one upstream. */
export interface ModelList {
  /** The answer to a request for it; undefined if the request is for something else. */
  answer(request: UpstreamRequest): UpstreamReply | undefined
  order(order: ListOrder): Model[]
  reset(): void
}

/** Pages of a size that the query names, with a default and a largest. */
const sizeOf = (written: string | null, usual: number): number =>
  Math.min(Number(written ?? usual), 1000)

/** Lists as OpenAI has them. */
export const openaiList = (path = '/v1/models'): ListForm => ({ path, models: 'data', id: 'id' })

/** Lists as Gemini has them. */
export const geminiList: ListForm = {
  path: '/v1beta/models',
  models: 'models',
  id: 'name',
  page: (all, query) => {
    const size = sizeOf(query.get('pageSize'), 50)
    const from = Number(query.get('pageToken') ?? 0)
    if (!(size >= 1) || !Number.isInteger(from)) return undefined
    const rest = from + size < all.length ? { nextPageToken: String(from + size) } : {}
    return { models: all.slice(from, from + size), ...rest }
  },
}

/** Lists as Anthropic has them. */
export const anthropicList = (path: string): ListForm => ({
  path,
  models: 'data',
  id: 'id',
  page: (all, query) => {
    const size = sizeOf(query.get('limit'), 20)
    const after = query.get('after_id')
    const from = after === null ? 0 : all.findIndex(one => one.id === after) + 1
    if (!(size >= 1) || (after !== null && from === 0)) return undefined
    const data = all.slice(from, from + size)
    const [first_id, last_id] = [data[0]?.id ?? null, data.at(-1)?.id ?? null]
    return { data, has_more: from + size < all.length, first_id, last_id }
  },
})

/** Lists of text models as xAI has them. */
export const xaiList: ListForm = { path: '/v1/language-models', models: 'models', id: 'id' }

/** Lists as ElevenLabs has them: the reply is the list. */
export const elevenlabsList: ListForm = { path: '/v1/models', models: '', id: 'model_id' }

/** Where lists are recorded. */
const RECORDED = 'catalog/observed/lists'

/** The models that were recorded of an upstream. */
function recorded(file: string, { models }: ListForm): { reply: Model; list: Model[] } {
  const { reply } = JSON.parse(readFileSync(file, 'utf8')) as { reply: Model }
  return { reply, list: (models === '' ? reply : reply[models]) as Model[] }
}

/** The list of an upstream that has one. Its file, in `folder`, is read at each request. */
export function modelList(
  name: string,
  form: ListForm | undefined,
  folder = RECORDED,
): ModelList | undefined {
  if (!form) return undefined
  const file = resolve(folder, `${name}.json`)
  let changed: Model[] | undefined
  const all = (): Model[] => changed ?? recorded(file, form).list
  return {
    answer: ({ method, path, query }) => {
      if (method !== 'GET' || path !== form.path) return undefined
      if (form.models === '') return json(200, all())
      const page = form.page ? form.page(all(), query) : { [form.models]: all() }
      if (!page)
        return json(400, { error: { message: 'Invalid page', type: 'invalid_request_error' } })
      const { [form.models]: _, ...around } = recorded(file, form).reply
      return json(200, form.page ? page : { ...around, ...page })
    },
    order: ({ add = [], remove = [], change = {} }) => {
      const left = all().filter(one => !remove.includes(String(one[form.id])))
      changed = [...left.map(one => ({ ...one, ...change[String(one[form.id])] })), ...add]
      return changed
    },
    reset: () => {
      changed = undefined
    },
  }
}
