/**
 * What callers learn of the answers, in the OpenAPI document and on the pages: members of
 * results are those that the mappings make.
 */
import { describe, expect, it } from 'vitest'
import { dereferenced } from '../helpers/dereferenced.ts'
import { realCatalog } from './catalog.ts'

const { files, json } = await realCatalog()
const { paths } = dereferenced(json('openapi.json'))
const page = (name: string): string => files.get(`docs/media/${name}.md`)!.text
/** The part of a page about one endpoint. */
const section = (name: string, route: string): string =>
  page(name)
    .split('\n## ')
    .find(part => part.startsWith(`${route}\n`))!
const okOf = (path: string, method = 'post'): any =>
  paths[path][method].responses[200].content['application/json'].schema
const itemsOf = (schema: any): any => schema.properties.data.items.properties

describe('the schema of an answer', () => {
  it('of files that are stored has their address, origin and whether they last', () => {
    for (const schema of [
      okOf('/api/v1/images/image2image'),
      okOf('/api/v1/images/generations'),
      okOf('/api/v1/videos/{id}', 'get').anyOf[0],
    ]) {
      expect(itemsOf(schema)).toMatchObject({
        url: { type: 'string' },
        source_url: { type: 'string' },
        backed_up: { type: 'boolean' },
      })
      expect(schema.properties.data.items.required).toContain('url')
      for (const content of ['b64', 'mime', 'path', 'bytes'])
        expect(itemsOf(schema)).not.toHaveProperty(content)
    }
  })

  it('has what upstreams give besides', () => {
    expect(Object.keys(itemsOf(okOf('/api/v1/images/image2image')))).toContain('revised_prompt')
    const video = okOf('/api/v1/videos/generations/{id}', 'get').anyOf[0]
    expect(itemsOf(video)).toMatchObject({
      duration_seconds: { type: 'integer' },
      last_frame_url: {},
      request_id: {},
    })
    expect(video.properties.usage.properties).toHaveProperty('total_tokens')
  })

  it('follows a mapping of a mapping', () => {
    expect(itemsOf(okOf('/api/v1/audio/generations'))).toMatchObject({
      url: { type: 'string' },
      duration_seconds: { type: 'integer' },
      lyrics: {},
    })
    expect(itemsOf(okOf('/api/v1/audio/speech'))).toMatchObject({
      url: { type: 'string' },
      format: { type: 'string', enum: ['mp3', 'opus', 'pcm', 'wav'] },
      characters: { type: 'integer' },
    })
  })

  it('is a file too where callers ask for one by their Accept, and nothing else where it always is', () => {
    const typesOf = (path: string) => Object.keys(paths[path].post.responses[200].content)
    expect(typesOf('/api/v1/audio/speech')).toEqual(['application/json', 'audio/*'])
    expect(paths['/api/v1/audio/speech'].post.responses[200].content['audio/*'].schema).toEqual({
      type: 'string',
      format: 'binary',
      description: 'The file itself, for an `Accept` that begins so.',
    })
    expect(typesOf('/v1/audio/speech')).toEqual(['application/octet-stream'])
  })

  it('of a job has the types of what it keeps of the request', () => {
    const accepted =
      paths['/api/v1/images/generations'].post.responses[202].content['application/json'].schema
    expect(accepted.properties).toMatchObject({
      model: { type: 'string' },
      size: { type: 'string' },
      n: { type: 'integer' },
    })
  })
})

describe('the page of a family', () => {
  it('lists the members of an answer and shows one', () => {
    const speech = section('speech', 'POST /api/v1/audio/speech')
    expect(speech).toContain('| `data[].url` | string |')
    expect(speech).toContain('| `data[].format` | string | `mp3`, `opus`, `pcm`, `wav` |')
    const sample = JSON.parse(/```json\n([^`]*)```/.exec(speech)![1]!)
    expect(Object.keys(sample)).toEqual(['created', 'model', 'data'])
    expect(speech).toContain('| 200 | The answer, charged |')
  })

  it('describes the answer of a poll apart where the submit never has one', () => {
    const video = section('videos', 'POST /api/v1/videos/generations')
    expect(video).toContain('The answer to the poll of a finished job (200):')
    expect(video).not.toContain('| 200 |')
    expect(video).toContain('| 202 | Accepted')
  })

  it('says of each price formula for which models it is, to operators', () => {
    const { text } = files.get('pricing.md')!
    const formula = '`model.usd_per_second * seconds * margin + fee`'
    expect(text).toContain(
      `Where \`model.billing\` is \`per_second\` (\`vendorF/video-2\`): ${formula}`,
    )
    expect(text).toContain('(`vendorC/imagine-video`, `vendorC/imagine-video-1.5`)')
    expect(section('videos', 'POST /api/v1/videos/generations')).not.toContain(formula)
  })

  it('prices requests as callers write them', () => {
    const rows = section('videos', 'POST /api/v1/videos')
      .split('\n')
      .filter(line => line.startsWith('| {'))
    expect(rows[1]).toBe(
      '| {"body":{"model":"video-2.0","content":[{"type":"text","text":"a paper boat"}],"ratio":"16:9","duration":5}} | 1.13648 |',
    )
  })

  it('says which fields are not available', () => {
    expect(section('videos', 'POST /api/v1/videos/generations')).toContain(
      '| `reference_videos` | body | not available |  |  | refused with 503: Reference videos are not available yet |',
    )
    const body =
      paths['/api/v1/videos/generations'].post.requestBody.content['application/json'].schema
    expect(body.properties.video_url.description).toBe(
      'Not available: refused with 400: Use reference_videos instead of video_url',
    )
  })

  it('lists the values of models, voices and sizes', () => {
    expect(section('speech', 'POST /api/v1/audio/speech')).toContain(
      'Values of `voice`: `sarah`, `george`, `laura`, `charlie`.',
    )
    expect(section('images', 'POST /api/v1/images/generations')).toContain(
      'Values of `size` (each model has some of them): `1024x1024`',
    )
  })

  it('names only models that the endpoint sells', () => {
    const edits = section('edits', 'POST /api/v1/images/image2image')
    const models = edits.split('\n').find(line => line.startsWith('Values of `model`'))!
    expect(models).toContain('`vendorB/image-pro`')
    expect(models).not.toContain('vendorC')
  })

  it('speaks of files where forms are taken', () => {
    expect(section('edits', 'POST /api/v1/images/image2image')).toContain(
      '| `mask` | body | data URI, or in a form a file |',
    )
    const form =
      paths['/api/v1/images/image2image'].post.requestBody.content['multipart/form-data'].schema
        .properties
    for (const field of ['image', 'image[]', 'mask'])
      expect(form[field].description).toMatch(/^a file: /)
  })
})

describe('the example of an answer on a page', () => {
  const exampleIn = (text: string): any => JSON.parse(/```json\n([^]*?)\n```/.exec(text)![1]!)
  const funding = files.get('docs/people/funding.md')!.text

  it('is the one that the catalog has', () => {
    expect(exampleIn(funding.slice(funding.indexOf('`success`')))).toMatchObject({
      success: true,
      funded: false,
      creditPending: true,
    })
  })

  it('of a finished job is that of its poll', () => {
    const poll = section('videos', 'POST /api/v1/videos/generations').split(
      'The answer to the poll',
    )
    expect(exampleIn(poll[1]!)).toMatchObject({ status: 'completed', data: [{}] })
    expect(poll[1]!.split('```')[1]).not.toContain('"..."')
  })
})
