// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, didYouMean, display, get, items, need, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { calls } from '../upstreams.ts'
import type { MusicRow } from './music.models.ts'
import type { GetAudioModelsValues, PostAudioGenerationsBody } from './music.requests.ts'

/** POST /api/v1/audio/generations: Generate a song from text */
export const postAudioGenerations: Route<Call<PostAudioGenerationsBody, {}, MusicRow>> = {
  id: 'post_audio_generations', origin: 'catalog/media/music.routes.yaml:1', family: 'media/music',
  method: 'POST', path: '/api/v1/audio/generations', aliases: [], prefix: '',
  summary: 'Generate a song from text', tags: ['audio'], flow: 'hybrid_job',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'music',
  challenge: 'after_gates', discovery: 'challenge', table: 'music.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', maxLength: 200, default: 'vendorG/music-2.5+',
          description: 'one of the model ids',
        },
        prompt: {
          type: 'string', minLength: 1, maxLength: 1900, description: 'style, mood and subject',
        },
        instrumental: { type: 'boolean', default: false, description: 'without a voice' },
        lyrics: {
          type: 'string', maxLength: 3500, default: '',
          description: 'the words; if empty, they are written from the prompt',
        },
        duration_seconds: {
          type: 'integer', minimum: 5, maximum: 240, default: 30,
          description: 'a hint to the model; without it, songs last about three minutes',
        },
      },
      required: ['prompt'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, model, models }) => {
    if (model === undefined) // catalog/media/music.routes.yaml:19
      return {
        status: 400,
        message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)} Available models - ${say(models.ids)}`,
        code: 'model_not_found',
      }
    if (!(!body.instrumental || body.lyrics === '')) // catalog/media/music.routes.yaml:22
      return { status: 400, message: 'lyrics cannot be combined with instrumental' }
    return undefined
  },
  price: {
    // catalog/media/music.routes.yaml:25
    micro: ({ model }) => ceilDiv(model.usd * 21n + 20_000n, 20n),
    cost: ({ model }) => {
      return model.usd
    },
    units: () => ({ songs: 1 }),
    lines: ({ model }) => [
      ['songs', 1, 1n, model.usd, 1_000_000n],
      ['margin', model.usd, 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  show: () => ({
    generation_info: { flow: 'hybrid', expected_time: '1 to 3 minutes', inline_window_seconds: 60 },
  }),
  failureReceipt: true,
  example: { body: { prompt: 'a slow waltz' } },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      prompt: 'a slow waltz', model: 'vendorG/music-2.5+', instrumental: false, lyrics: '',
      duration_seconds: 30,
    },
  }],
  upstream: ({ model }) => at(calls, model.upstream),
  mirror: 'assets',
  reply: ({ job, result }) => ({
    id: undefined, created: need(job).created,
    data: items(need(result).assets).map(a => ({
      url: get(a, 'url'), duration_seconds: get(a, 'duration_seconds'), lyrics: get(a, 'lyrics'),
    })),
    price: undefined, payment: undefined, model: need(job).echo.model,
  }),
  job: {
    object: 'audio.generation.job', store: 'audio', poll: '/api/v1/audio/generations/{id}',
    inline: 60_000, stall: 3_600_000, keep: 172_800_000,
    echo: ({ model }) => ({ model: model.id }),
    accepted: ({ price, job }) => ({
      id: need(job).id, object: need(job).object, status: 'queued', ...need(job).echo, price,
      payment_status: 'verified', created: need(job).created, poll_url: need(job).poll_url,
      poll_instructions: 'Poll poll_url every 3 to 10 seconds with a payment header signed by the same wallet. Nothing is charged until the job is completed.',
    }),
    pending: ({ job }) => ({
      id: need(job).id, object: need(job).object, status: need(job).status,
      model: need(job).echo.model, payment_status: 'verified',
      note: 'Still generating. Nothing is charged until the job is completed.',
    }),
    failed: ({ job }) => ({
      id: need(job).id, object: need(job).object, status: 'failed', model: need(job).echo.model,
      error: need(job).error, payment_status: 'not_charged',
      note: 'The generation failed. No payment was taken.',
    }),
    completed: ({ price, job, payment, result }) => ({
      id: need(job).id, object: need(job).object, status: 'completed', model: need(job).echo.model,
      created: need(job).created,
      data: items(need(result).assets).map(a => ({
        url: get(a, 'url'), duration_seconds: get(a, 'duration_seconds'), lyrics: get(a, 'lyrics'),
      })),
      price, payment,
    }),
    challenge: ({ job }) => ({ job_id: need(job).id, model: need(job).echo.model }),
  },
}

/** GET /api/v1/audio/models: Music models with their catalog rates per track */
export const getAudioModels: Route<Call<undefined, {}, MusicRow, any, GetAudioModelsValues>> = {
  id: 'get_audio_models', origin: 'catalog/media/music.routes.yaml:67', family: 'media/music',
  method: 'GET', path: '/api/v1/audio/models', aliases: [], prefix: '',
  summary: 'Music models with their catalog rates per track', tags: ['audio', 'models'],
  flow: 'free', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'native', challenge: 'after_gates', discovery: 'free', table: 'music.models',
  limit: 'metadata', authorization: 300_000, bodyLimit: 1_048_576,
  values: {
    listed: ({ models }) => models.rows.map(m => ({
      id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
      description: m.description, billing_mode: 'per_track', categories: ['audio'],
      pricing: { per_track: display(m.usd, 1_000_000n) },
      supports_lyrics: m.lyrics, supports_instrumental: m.instrumental,
    })),
  },
  reply: ({ values }) => ({ object: 'list', data: values.listed }),
  fixed: ['reply'],
}
