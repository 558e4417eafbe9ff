// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import {
  at, ceilDiv, didYouMean, entry, get, items, length, max, need, say,
} from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { calls } from '../upstreams.ts'
import { vendorHSounds } from '../upstreams/vendor_h.ts'
import type { SpeechRow } from './speech.models.ts'
import type {
  GetAudioVoicesValues, PostAudioSoundEffectsBody, PostAudioSpeechBody, PostAudioSpeechValues,
  PostV1AudioSpeechForm,
} from './speech.requests.ts'
import type { VoicesRow } from './voices.models.ts'

const openai_voices = {
  alloy: 'sarah', ash: 'sarah', coral: 'sarah', shimmer: 'sarah', echo: 'george', fable: 'george',
  verse: 'george', cedar: 'george', nova: 'laura', sage: 'laura', marin: 'laura', onyx: 'charlie',
  ballad: 'charlie',
}

/** The last gates of /api/v1/audio/speech, /v1/audio/speech. */
const postAudioSpeechGates: NonNullable<Route<
  Call<PostAudioSpeechBody, {}, SpeechRow, any, PostAudioSpeechValues>
>['gates']> = ({ body, model, models, values }) => {
  if (model === undefined) // catalog/media/templates.yaml:183
    return {
      status: 400,
      message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)} Available models - ${say(models.ids)}`,
      code: 'model_not_found',
    }
  // catalog/media/templates.yaml:186
  if (!(Object.hasOwn(model.voices, body.voice)
    || Object.entries(model.voices).some(([name, id]) => id === body.voice))) {
    return {
      status: 400,
      message: `Unknown voice ${body.voice}.${didYouMean(body.voice, Object.keys(model.voices))} Available voices - ${say(model.voices)}`,
    }
  }
  if (!(values.characters <= model.max_characters)) // catalog/media/templates.yaml:188
    return {
      status: 400,
      message: `Input too long - ${values.characters} characters (max ${model.max_characters} for ${body.model})`,
    }
  return undefined
}

/** POST /v1/audio/speech: the other form of its requests */
const postV1AudioSpeechTranslation: Translation<
  Call<PostV1AudioSpeechForm, {}, SpeechRow, any, PostAudioSpeechValues>
> = {
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', maxLength: 200, default: 'vendorH/speech-flash',
          description: 'one of the model ids',
        },
        input: { type: 'string', minLength: 1, maxLength: 40_000, description: 'what to say' },
        voice: {
          type: 'string', maxLength: 64, default: 'sarah',
          description: 'name or id of a voice; the names of OpenAI\'s voices, such as alloy, work too',
        },
        response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm', 'wav'], default: 'mp3' },
        speed: {
          type: 'number', minimum: 0.7, maximum: 1.2, default: 1,
          description: '1 is the voice\'s own',
        },
        stream_format: {
          type: 'string', maxLength: 32, default: 'audio',
          description: 'audio only - the answer is the sound itself, not events',
        },
      },
      required: ['input'],
    },
    unknown: 'forward',
  },
  gates: ({ body }) => {
    if (body.stream_format !== 'audio') // catalog/media/speech.routes.yaml:38
      return {
        status: 400,
        message: 'Speech comes as one sound here, not as events - leave `stream_format` out',
        extra: { param: 'stream_format' },
      }
    return undefined
  },
  give: ({ body }) => ({
    model: body.model, input: body.input,
    voice: Object.hasOwn(openai_voices, body.voice) ? at(openai_voices, body.voice) : body.voice,
    response_format: body.response_format, speed: body.speed,
  }),
}

/** Members that /api/v1/audio/speech and one more route share. */
const shared = {
  family: 'media/speech', method: 'POST', aliases: [], prefix: '', tags: ['audio'], flow: 'inline',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], challenge: 'after_gates',
  discovery: 'challenge', table: 'speech.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, redeliver: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', maxLength: 200, default: 'vendorH/speech-flash',
          description: 'one of the model ids',
        },
        input: { type: 'string', minLength: 1, maxLength: 40_000, description: 'what to say' },
        voice: {
          type: 'string', maxLength: 64, default: 'sarah', description: 'name or id of a voice',
        },
        response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm', 'wav'], default: 'mp3' },
        speed: {
          type: 'number', minimum: 0.7, maximum: 1.2, default: 1,
          description: '1 is the voice\'s own',
        },
      },
      required: ['input'],
    },
    unknown: 'ignore',
  },
  values: { characters: ({ body }) => length(body.input) },
  gates: postAudioSpeechGates,
  price: {
    micro: ({ model, values }) => ceilDiv( // catalog/media/templates.yaml:191
      max(BigInt(values.characters) * model.usd_per_1000 * 21n, 20_000_000n) + 20_000_000n,
      20_000n,
    ),
    reads: ['values.characters'],
    cost: ({ model, values }) => {
      return ceilDiv(BigInt(values.characters) * model.usd_per_1000, 1000n)
    },
    units: ({ values }) => ({ characters: values.characters }),
    lines: ({ model, values }) => [
      ['characters', values.characters, 1n, model.usd_per_1000, 1_000_000_000n],
      ['margin', BigInt(values.characters) * model.usd_per_1000, 1_000_000_000n, 1n, 20n],
      [
        'minimum', 1, 1n,
        max(BigInt(values.characters) * model.usd_per_1000 * 21n, 20_000_000n)
          - BigInt(values.characters) * model.usd_per_1000 * 21n,
        20_000_000_000n,
      ],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  show: ({ route, model, values }) => ({
    endpoint: route.path, method: route.method, description: route.summary,
    generation_info: {
      model: model.id, characters: values.characters,
      note: 'Charged per character of input, whatever the length of the sound.',
    },
  }),
  upstream: ({ model }) => at(calls, model.upstream),
  mirror: 'assets',
  reply: ({ model, now, result }) => ({
    created: now, model: model.id,
    data: items(need(result).assets).map(a =>
      ({ url: get(a, 'url'), format: get(a, 'format'), characters: get(a, 'characters') })),
  }),
} satisfies Partial<Route<Call<PostAudioSpeechBody, {}, SpeechRow, any, PostAudioSpeechValues>>>

/** POST /api/v1/audio/speech: Speak a text */
export const postAudioSpeech: Route<
  Call<PostAudioSpeechBody, {}, SpeechRow, any, PostAudioSpeechValues>
> = {
  ...shared, id: 'post_audio_speech', origin: 'catalog/media/speech.routes.yaml:1',
  path: '/api/v1/audio/speech', summary: 'Speak a text', envelope: 'speech',
  example: { body: { input: 'The quick brown fox jumps over the lazy dog.' } },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      input: 'The quick brown fox jumps over the lazy dog.', model: 'vendorH/speech-flash',
      voice: 'sarah', response_format: 'mp3', speed: 1,
    },
  }],
  file: ({ request_headers }) => (entry(request_headers, 'accept') ?? '').startsWith('audio/'),
}

/** POST /v1/audio/speech: Speak a text, as OpenAI's clients ask for it */
export const postV1AudioSpeech: Route<
  Call<PostAudioSpeechBody, {}, SpeechRow, any, PostAudioSpeechValues>
> = {
  ...shared, id: 'post_v1_audio_speech', origin: 'catalog/media/speech.routes.yaml:21',
  path: '/v1/audio/speech', summary: 'Speak a text, as OpenAI\'s clients ask for it',
  envelope: 'openai_media', translate: postV1AudioSpeechTranslation as Translation,
  example: { body: { input: 'The quick brown fox jumps over the lazy dog.', voice: 'alloy' } },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      model: 'vendorH/speech-flash', input: 'The quick brown fox jumps over the lazy dog.',
      voice: 'sarah', response_format: 'mp3', speed: 1,
    },
  }],
  file: () => true,
}

/** POST /api/v1/audio/sound-effects: Make a sound from a text */
export const postAudioSoundEffects: Route<Call<PostAudioSoundEffectsBody>> = {
  id: 'post_audio_sound_effects', origin: 'catalog/media/speech.routes.yaml:56',
  family: 'media/speech', method: 'POST', path: '/api/v1/audio/sound-effects', aliases: [],
  prefix: '', summary: 'Make a sound from a text', tags: ['audio'], flow: 'inline',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'speech',
  challenge: 'after_gates', discovery: 'challenge', authorization: 300_000, redeliver: 300_000,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, maxLength: 1000, description: 'what the sound is' },
        duration_seconds: {
          type: 'number', minimum: 0.5, maximum: 22, description: 'by default the model chooses',
        },
        prompt_influence: {
          type: 'number', minimum: 0, maximum: 1, default: 0.3,
          description: 'how closely the sound follows the text',
        },
        response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm'], default: 'mp3' },
      },
      required: ['text'],
    },
    unknown: 'ignore',
  },
  price: {
    micro: () => 52_000n, // catalog/media/speech.routes.yaml:71
    units: () => ({ sounds: 1 }),
    lines: () => [['sounds', 1, 1n, 13n, 250n]],
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { text: 'rain on a tin roof' } },
  upstream: () => vendorHSounds,
  mirror: 'assets',
  file: ({ request_headers }) => (entry(request_headers, 'accept') ?? '').startsWith('audio/'),
  reply: ({ now, result }) => ({
    created: now, model: 'vendorH/sound-effects',
    data: items(need(result).assets).map(a => ({ url: get(a, 'url'), format: get(a, 'format') })),
  }),
  fixed: ['quote'],
}

/** GET /api/v1/audio/voices: Voices for text to speech */
export const getAudioVoices: Route<Call<undefined, {}, VoicesRow, any, GetAudioVoicesValues>> = {
  id: 'get_audio_voices', origin: 'catalog/media/speech.routes.yaml:87', family: 'media/speech',
  method: 'GET', path: '/api/v1/audio/voices', aliases: [], prefix: '',
  summary: 'Voices for text to speech', tags: ['audio', 'models'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'native',
  challenge: 'after_gates', discovery: 'free', table: 'voices.models', limit: 'metadata',
  authorization: 300_000, bodyLimit: 1_048_576,
  values: {
    listed: ({ models }) => models.rows.map(v => ({
      voice_id: v.voice_id, name: v.name, category: v.category,
      labels: { gender: v.gender, accent: v.accent, use_case: v.use_case },
      alias: v.id,
    })),
  },
  reply: ({ values }) => ({
    object: 'list', endpoint: '/api/v1/audio/speech', note: 'Send alias or voice_id as voice.',
    data: values.listed,
  }),
  fixed: ['reply'],
}
