/**
 * Enrolment of faces for video models: a group is opened, its owner shows on a phone that he is
 * alive, and pictures of him become assets. Groups become active after some polls, or when they are
 * ordered to (they are jobs of the local upstream). AI characters need no check: each gets a group
 * of its own.
 */
import { randomUUID } from 'node:crypto'
import type { UpstreamJob } from './jobs.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const GROUP = /^\/v1\/groups\/([0-9a-f-]+)(\/session)?$/
const ASSET = /^\/v1\/assets\/([0-9a-z-]+)$/
const LIVE = '/live/'
/** Seconds for which a link for the phone works. */
const SESSION = 120

/** A group, with its only working session: the id in the link, and its end in Unix ms. */
interface Group {
  name: string
  assets: number
  session?: { id: string; until: number }
}

interface Asset {
  id: string
  group: string
  name: string
  image_url: string
  label?: string
}

const assets = ({ shelf }: UpstreamRequest): Map<string, Asset> => {
  const known = shelf.get('assets') as Map<string, Asset> | undefined
  if (known) return known
  const made = new Map<string, Asset>()
  shelf.set('assets', made)
  return made
}

const refusal = (status: number, code: string, message: string): UpstreamReply =>
  json(status, { error: { code, message } })

function answer(request: UpstreamRequest): UpstreamReply {
  const { method, path } = request
  if (path === '/v1/groups' && method === 'POST') return open(request)
  const group = GROUP.exec(path)
  if (group) return groupAnswer(request, group[1]!, group[2] !== undefined)
  if (path === '/v1/assets') return method === 'POST' ? enroll(request) : list(request)
  const asset = ASSET.exec(path)
  if (asset && method === 'DELETE') return remove(request, asset[1]!)
  return refusal(404, 'NotFound', `There is no ${path}`)
}

function open(request: UpstreamRequest): UpstreamReply {
  const { json: body } = request
  if (typeof body?.name !== 'string' || body.name === '')
    return refusal(400, 'InvalidParameter', 'name is required')
  const asked: Group = { name: body.name, assets: 0 }
  const job = request.jobs.open(randomUUID(), asked, request.plan)
  return json(200, { id: job.id, status: 'pending', ...session(request, job) })
}

/** Begins a session of a group, which ends the one before. */
function session(
  { origin }: UpstreamRequest,
  { id, asked }: UpstreamJob<Group>,
): { link: string; expires_in: number } {
  asked.session = { id: randomUUID(), until: Date.now() + SESSION * 1000 }
  return { link: `${origin}/live/${id}?session=${asked.session.id}`, expires_in: SESSION }
}

const page = (status: number, text: string): UpstreamReply => ({
  status,
  type: 'text/html',
  raw: `<!doctype html><title>Live check</title><p>${text}`,
})

/** The page behind a session's link, which opens without a key until the session ends. */
function phonePage({ path, query, jobs }: UpstreamRequest): UpstreamReply | undefined {
  if (!path.startsWith(LIVE)) return undefined
  const group = jobs.find<Group>(path.slice(LIVE.length))
  if (!group) return page(404, 'There is no such check.')
  const { session } = group.asked
  if (session?.id !== query.get('session') || session.until <= Date.now())
    return page(410, 'This link has expired. Ask for a fresh one.')
  return page(200, 'This is where a phone films its owner. Here, polling the status is enough.')
}

function groupAnswer(request: UpstreamRequest, id: string, isSession: boolean): UpstreamReply {
  const job = request.jobs.find<Group>(id)
  if (!job) return refusal(404, 'GroupNotFound', 'The group does not exist')
  if (isSession) {
    const status = job.ended === undefined ? 'pending' : 'active'
    return json(200, { id, status, ...session(request, job) })
  }
  const state = request.jobs.poll(job)
  return json(200, {
    id,
    status: state === 'done' ? 'active' : 'pending',
    asset_count: job.asked.assets,
  })
}

function enroll(request: UpstreamRequest): UpstreamReply {
  const { json: body } = request
  for (const name of ['name', 'image_url'])
    if (typeof body?.[name] !== 'string')
      return refusal(400, 'InvalidParameter', `${name} is required`)
  const group = body.group === undefined ? undefined : request.jobs.find<Group>(body.group)
  if (body.group !== undefined && !group)
    return refusal(404, 'GroupNotFound', 'The group does not exist')
  if (group && group.ended === undefined)
    return refusal(409, 'GroupNotActive', 'The group is not validated yet')
  return pictureRefusal(body.image_url) ?? made(request, group)
}

/** Names in the address of a picture stand for pictures that the vendor refuses. */
function pictureRefusal(url: string): UpstreamReply | undefined {
  if (url.includes('two-faces'))
    return refusal(422, 'MultipleFaces', 'The picture must show one face')
  if (url.includes('stranger'))
    return refusal(422, 'FaceMismatch', 'The face does not match the validated person')
  if (url.includes('huge')) return refusal(422, 'ImageTooLarge', 'The picture has more than 10 MB')
  if (/\.(txt|gif|svg)$/.test(url))
    return refusal(422, 'InvalidImage', 'The picture must be a JPG, PNG or WEBP')
  return undefined
}

function made(request: UpstreamRequest, group: UpstreamJob<Group> | undefined): UpstreamReply {
  const { name, image_url, label } = request.json
  const all = assets(request)
  const id = `asset-${randomUUID().replaceAll('-', '')}`
  const own = group?.id ?? randomUUID()
  all.set(id, { id, name, image_url, label, group: own })
  if (group) group.asked.assets += 1
  return json(200, { id, status: 'active', group: own, name, image_url })
}

function list(request: UpstreamRequest): UpstreamReply {
  const label = request.query.get('label')
  const found = [...assets(request).values()].filter(
    asset => label === null || asset.label === label,
  )
  return json(200, { assets: found })
}

function remove(request: UpstreamRequest, id: string): UpstreamReply {
  const all = assets(request)
  const asset = all.get(id)
  if (!asset) return refusal(404, 'AssetNotFound', 'The asset does not exist')
  all.delete(id)
  const group = request.jobs.find<Group>(asset.group)
  if (group) group.asked.assets -= 1
  return { status: 204, raw: '' }
}

/** The upstream of enrolled faces and characters. */
export const faceGroups: Upstream = {
  name: 'faces',
  env: 'FACES',
  header: 'authorization',
  scheme: 'Bearer',
  answer,
  file: phonePage,
  stepOf: ({ method, path }) =>
    method === 'POST' && !path.endsWith('/session') ? 'submit' : 'poll',
  failures: {
    unauthorized: () => refusal(401, 'AuthenticationError', 'The API key is not valid'),
    rateLimited: seconds => ({
      ...refusal(429, 'RateLimitExceeded', 'Too many requests'),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => refusal(status, 'InternalError', 'Internal error'),
    refused: () => refusal(422, 'SensitiveContent', 'The picture was refused'),
    empty: () => json(200, {}),
  },
}
