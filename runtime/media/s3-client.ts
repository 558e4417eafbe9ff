/**
 * Signed requests to one S3 bucket: streamed, with time limits, repeated if that is safe. Follows
 * no redirects.
 */
import { AwsV4Signer } from 'aws4fetch'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Clock } from '../seams.ts'
import { Agent } from '../lib/undici.ts'

/**
 * The bucket and its credentials. `url` is the endpoint with the bucket, and an optional prefix.
 */
export interface S3Bucket {
  url: string
  region: string
  keyId: string
  secret: string
}

/**
 * A request below the bucket. `body` makes a new stream for each attempt; `within` is ms until the
 * reply's head.
 */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT'
  key: string
  headers?: Record<string, string>
  body?(): Readable
  within: number
}

/** A reply; if you do not read the body, you must destroy it. */
export type S3Reply = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** The bucket did not do what was requested. The message contains no address, key or secret. */
export class MediaStoreFailed extends Error {
  override name = 'MediaStoreFailed'
}

/** Sends requests to one bucket. */
export interface S3Client {
  /**
   * Returns a reply with any status, after up to two more attempts if it was 429, 5xx or missing.
   * Rejects with MediaStoreFailed.
   */
  send(request: S3Request): Promise<S3Reply>
  /** Ends all connections; pending requests reject. */
  close(): Promise<void>
}

/** Pauses before further attempts, in ms. */
const PAUSES = [200, 1000]
/** sha256 of no bytes: the signed content of a request without a body. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const LONGEST_ERROR = 4096

/** Reads the start of a small reply, and discards the rest. */
async function textOf(body: S3Reply['body']): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += String(chunk)
    if (text.length > LONGEST_ERROR) break
  }
  return text
}

/** Builds the error of a reply from its status and the code in S3's error document. */
export async function failureOf(reply: S3Reply): Promise<MediaStoreFailed> {
  const text = await textOf(reply.body).catch(() => '')
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1]
  return new MediaStoreFailed(
    `the media store answered ${reply.statusCode}${code === undefined ? '' : ` ${code}`}`,
  )
}

/**
 * State shared by the requests of one client; `keys` are the signing keys of each day, derived
 * once.
 */
interface Sender {
  bucket: S3Bucket
  clock: Clock
  agent: Agent
  keys: Map<string, ArrayBuffer>
}

/** Returns the address and the signed headers of a request. */
async function sign(
  { bucket, clock, keys }: Sender,
  { method, key, headers }: S3Request,
): Promise<{ url: URL; headers: Record<string, string> }> {
  const signer = new AwsV4Signer({
    method,
    url: `${bucket.url.replace(/\/+$/, '')}/${key}`,
    headers: { 'x-amz-content-sha256': EMPTY, ...headers },
    service: 's3',
    region: bucket.region,
    accessKeyId: bucket.keyId,
    secretAccessKey: bucket.secret,
    cache: keys,
    datetime: new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
  })
  const signed = await signer.sign()
  return { url: signed.url, headers: Object.fromEntries(signed.headers) }
}

/** Makes one attempt, up to the head of its reply. */
async function once(sender: Sender, request: S3Request): Promise<S3Reply> {
  const { within, method } = request
  const late = new AbortController()
  const cancel = sender.clock.after(within, () =>
    late.abort(new MediaStoreFailed(`the media store took more than ${within} ms`)),
  )
  const body = request.body?.()
  try {
    const { url, headers } = await sign(sender, request)
    const reply = await sender.agent.request({
      origin: url.origin,
      path: url.pathname,
      method,
      headers,
      body,
      signal: late.signal,
    })
    reply.body.on('error', () => undefined)
    return reply
  } finally {
    cancel()
    body?.destroy()
  }
}

/** Builds the error of an attempt without a reply. */
function unreachable(error: Error & { code?: string }): MediaStoreFailed {
  return error instanceof MediaStoreFailed
    ? error
    : new MediaStoreFailed(`the media store could not be reached: ${error.code ?? error.name}`)
}

/** Makes all attempts. */
async function send(sender: Sender, request: S3Request): Promise<S3Reply> {
  for (const pause of PAUSES) {
    const reply = await once(sender, request).catch(() => undefined)
    if (reply && reply.statusCode < 500 && reply.statusCode !== 429) return reply
    await reply?.body.dump({ limit: LONGEST_ERROR }).catch(() => undefined)
    await sender.clock.sleep(pause)
  }
  return once(sender, request).catch((error: Error) => {
    throw unreachable(error)
  })
}

/** Makes a client of one bucket, with its own connections. */
export function createS3Client(bucket: S3Bucket, clock: Clock): S3Client {
  const agent = new Agent({
    connections: 64,
    headersTimeout: 0,
    bodyTimeout: 60_000,
    connect: { timeout: 10_000 },
  })
  const sender: Sender = { bucket, clock, agent, keys: new Map() }
  return { send: request => send(sender, request), close: () => agent.destroy() }
}
