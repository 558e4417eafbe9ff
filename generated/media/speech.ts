// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import type { Route, Translation } from '../../runtime/contract.ts'
import {
  at, ceilDiv, didYouMean, entry, get, items, length, max, need, say,
} from '../../runtime/formula.ts'
import type { Call } from '../hooks.ts'
import type {
  PostAudioSoundEffectsBody, PostAudioSpeechBody, PostV1AudioSpeechBody, PostV1AudioSpeechForm,
} from '../requests.ts'
import { calls, vendorHSounds } from '../upstreams.ts'
import {
  postAudioSoundEffectsDiscovery, postAudioSpeechDiscovery, postV1AudioSpeechDiscovery,
} from './speech.discovery.ts'
import type { SpeechRow } from './speech.models.ts'
import type { VoicesRow } from './voices.models.ts'

/** POST /api/v1/audio/speech: Speak a text */
export const postAudioSpeech: Route<Call<PostAudioSpeechBody, {}, SpeechRow>> = {
  id: 'post_audio_speech',
  origin: 'catalog/media/speech.routes.yaml:1',
  family: 'media/speech',
  method: 'POST',
  path: '/api/v1/audio/speech',
  also: [],
  prefix: '',
  summary: 'Speak a text',
  tags: ['audio'],
  flow: 'inline',
  networks: ['base', 'testnet'],
  envelope: 'speech',
  challenge: 'after_gates',
  discovery: 'challenge',
  table: 'speech.models',
  pick: ({ body }) => body.model,
  authorization: 300_000,
  redeliver: 300_000,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string',
          maxLength: 200,
          default: 'vendorH/speech-flash',
          description: 'one of the model ids',
        },
        input: { type: 'string', minLength: 1, maxLength: 40_000, description: 'what to say' },
        voice: {
          type: 'string',
          maxLength: 64,
          default: 'sarah',
          description: 'name or id of a voice',
        },
        response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm', 'wav'], default: 'mp3' },
        speed: {
          type: 'number',
          minimum: 0.7,
          maximum: 1.2,
          default: 1,
          description: '1 is the voice\'s own',
        },
      },
      required: ['input'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, model, models }) => {
    // catalog/templates.yaml:193
    if (model === undefined) {
      return {
        status: 400,
        message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)} Available models - ${say(models.ids)}`,
      }
    }
    // catalog/templates.yaml:195
    if (!(Object.hasOwn(model.voices, body.voice)
      || Object.entries(model.voices).some(([name, id]) => id === body.voice))) {
      return {
        status: 400,
        message: `Unknown voice ${body.voice}.${didYouMean(body.voice, Object.keys(model.voices))} Available voices - ${say(model.voices)}`,
      }
    }
    // catalog/templates.yaml:197
    const characters = length(body.input)
    if (!(characters <= model.max_characters)) {
      return {
        status: 400,
        message: `Input too long - ${characters} characters (max ${model.max_characters} for ${body.model})`,
      }
    }
    return undefined
  },
  price: {
    // catalog/templates.yaml:200
    micro: ({ body, model }) => {
      const characters = length(body.input)
      return ceilDiv((max(BigInt(characters) * model.usd_per_1000 * 21n, 400n) + 400n) * 5n, 2n)
    },
    decimals: 6,
    identify: false,
  },
  show: ({ route, body, model }) => {
    const characters = length(body.input)
    return {
      endpoint: route.path,
      method: route.method,
      description: route.summary,
      generation_info: {
        model: model.id,
        characters,
        note: 'Charged per character of input, whatever the length of the sound.',
      },
    }
  },
  probes: [
    { body: { input: 'The quick brown fox jumps over the lazy dog.' } },
    { body: { input: 'Hi' } },
    { body: { model: 'vendorH/speech-v3', input: 'Hello there', voice: 'JBFqnCBsd6RMkjVDRZzb' } },
  ],
  bazaar: postAudioSpeechDiscovery,
  upstream: ({ model }) => at(calls, model.upstream),
  mirror: 'assets',
  file: ({ request_headers }) => (entry(request_headers, 'accept') ?? '').startsWith('audio/'),
  reply: ({ model, now, result }) => ({
    created: now,
    model: model.id,
    data: items(need(result).assets).map(a => ({
      url: get(a, 'url'),
      format: get(a, 'format'),
      characters: get(a, 'characters'),
    })),
  }),
}

/** POST /v1/audio/speech: the form in which its requests come */
const postV1AudioSpeechTranslation: Translation<Call<PostV1AudioSpeechForm, {}, SpeechRow>> = {
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string',
          maxLength: 200,
          default: 'vendorH/speech-flash',
          description: 'one of the model ids',
        },
        input: { type: 'string', minLength: 1, maxLength: 40_000, description: 'what to say' },
        voice: {
          type: 'string',
          maxLength: 64,
          default: 'sarah',
          description: 'name or id of a voice; alloy and OpenAI\'s other names stand for ours',
        },
        response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm', 'wav'], default: 'mp3' },
        speed: {
          type: 'number',
          minimum: 0.7,
          maximum: 1.2,
          default: 1,
          description: '1 is the voice\'s own',
        },
        stream_format: {
          type: 'string',
          maxLength: 32,
          default: 'audio',
          description: 'audio only - the sound itself, no events',
        },
      },
      required: ['input'],
    },
    unknown: 'forward',
  },
  gates: ({ body }) => {
    // catalog/media/speech.routes.yaml:30
    if (body.stream_format !== 'audio') {
      return {
        status: 400,
        message: 'Speech comes as one sound here, not as events - leave `stream_format` out',
        extra: { param: 'stream_format' },
      }
    }
    return undefined
  },
  give: ({ body }) => ({
    model: body.model,
    input: body.input,
    voice: ['alloy', 'ash', 'coral', 'shimmer'].includes(body.voice)
      ? 'sarah'
      : ['echo', 'fable', 'verse', 'cedar'].includes(body.voice)
        ? 'george'
        : ['nova', 'sage', 'marin'].includes(body.voice)
          ? 'laura'
          : ['onyx', 'ballad'].includes(body.voice) ? 'charlie' : body.voice,
    response_format: body.response_format,
    speed: body.speed,
  }),
}

/** POST /v1/audio/speech: Speak a text, as OpenAI's clients ask for it */
export const postV1AudioSpeech: Route<Call<PostV1AudioSpeechBody, {}, SpeechRow>> = {
  id: 'post_v1_audio_speech',
  origin: 'catalog/media/speech.routes.yaml:15',
  family: 'media/speech',
  method: 'POST',
  path: '/v1/audio/speech',
  also: [],
  prefix: '',
  summary: 'Speak a text, as OpenAI\'s clients ask for it',
  tags: ['audio'],
  flow: 'inline',
  networks: ['base', 'testnet'],
  envelope: 'openai_media',
  challenge: 'after_gates',
  discovery: 'challenge',
  table: 'speech.models',
  pick: ({ body }) => body.model,
  authorization: 300_000,
  redeliver: 300_000,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string',
          maxLength: 200,
          default: 'vendorH/speech-flash',
          description: 'one of the model ids',
        },
        input: { type: 'string', minLength: 1, maxLength: 40_000, description: 'what to say' },
        voice: {
          type: 'string',
          maxLength: 64,
          default: 'sarah',
          description: 'name or id of a voice',
        },
        response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm', 'wav'], default: 'mp3' },
        speed: {
          type: 'number',
          minimum: 0.7,
          maximum: 1.2,
          default: 1,
          description: '1 is the voice\'s own',
        },
      },
      required: ['input'],
    },
    unknown: 'ignore',
  },
  translate: postV1AudioSpeechTranslation as Translation,
  gates: ({ body, model, models }) => {
    // catalog/templates.yaml:193
    if (model === undefined) {
      return {
        status: 400,
        message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)} Available models - ${say(models.ids)}`,
      }
    }
    // catalog/templates.yaml:195
    if (!(Object.hasOwn(model.voices, body.voice)
      || Object.entries(model.voices).some(([name, id]) => id === body.voice))) {
      return {
        status: 400,
        message: `Unknown voice ${body.voice}.${didYouMean(body.voice, Object.keys(model.voices))} Available voices - ${say(model.voices)}`,
      }
    }
    // catalog/templates.yaml:197
    const characters = length(body.input)
    if (!(characters <= model.max_characters)) {
      return {
        status: 400,
        message: `Input too long - ${characters} characters (max ${model.max_characters} for ${body.model})`,
      }
    }
    return undefined
  },
  price: {
    // catalog/templates.yaml:200
    micro: ({ body, model }) => {
      const characters = length(body.input)
      return ceilDiv((max(BigInt(characters) * model.usd_per_1000 * 21n, 400n) + 400n) * 5n, 2n)
    },
    decimals: 6,
    identify: false,
  },
  show: ({ route, body, model }) => {
    const characters = length(body.input)
    return {
      endpoint: route.path,
      method: route.method,
      description: route.summary,
      generation_info: {
        model: model.id,
        characters,
        note: 'Charged per character of input, whatever the length of the sound.',
      },
    }
  },
  probes: [{ body: { input: 'The quick brown fox jumps over the lazy dog.', voice: 'alloy' } }],
  bazaar: postV1AudioSpeechDiscovery,
  upstream: ({ model }) => at(calls, model.upstream),
  mirror: 'assets',
  file: () => true,
  reply: ({ model, now, result }) => ({
    created: now,
    model: model.id,
    data: items(need(result).assets).map(a => ({
      url: get(a, 'url'),
      format: get(a, 'format'),
      characters: get(a, 'characters'),
    })),
  }),
}

/** POST /api/v1/audio/sound-effects: Make a sound from a text */
export const postAudioSoundEffects: Route<Call<PostAudioSoundEffectsBody>> = {
  id: 'post_audio_sound_effects',
  origin: 'catalog/media/speech.routes.yaml:49',
  family: 'media/speech',
  method: 'POST',
  path: '/api/v1/audio/sound-effects',
  also: [],
  prefix: '',
  summary: 'Make a sound from a text',
  tags: ['audio'],
  flow: 'inline',
  networks: ['base', 'testnet'],
  envelope: 'speech',
  challenge: 'after_gates',
  discovery: 'challenge',
  authorization: 300_000,
  redeliver: 300_000,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, maxLength: 1000, description: 'what is to be heard' },
        duration_seconds: {
          type: 'number',
          minimum: 0.5,
          maximum: 22,
          description: 'chosen for the sound unless given',
        },
        prompt_influence: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          default: 0.3,
          description: 'how closely the text is followed',
        },
        response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm'], default: 'mp3' },
      },
      required: ['text'],
    },
    unknown: 'ignore',
  },
  price: {
    // catalog/media/speech.routes.yaml:62
    micro: () => 52000n,
    decimals: 6,
    identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  probes: [
    { body: { text: 'rain on a tin roof' } },
    { body: { text: 'rain on a tin roof', duration_seconds: 22 } },
  ],
  bazaar: postAudioSoundEffectsDiscovery,
  upstream: () => vendorHSounds,
  mirror: 'assets',
  file: ({ request_headers }) => (entry(request_headers, 'accept') ?? '').startsWith('audio/'),
  reply: ({ now, result }) => ({
    created: now,
    model: 'vendorH/sound-effects',
    data: items(need(result).assets).map(a => ({ url: get(a, 'url'), format: get(a, 'format') })),
  }),
}

/** GET /api/v1/audio/voices: Voices for text to speech */
export const getAudioVoices: Route<Call<undefined, {}, VoicesRow>> = {
  id: 'get_audio_voices',
  origin: 'catalog/media/speech.routes.yaml:78',
  family: 'media/speech',
  method: 'GET',
  path: '/api/v1/audio/voices',
  also: [],
  prefix: '',
  summary: 'Voices for text to speech',
  tags: ['audio', 'models'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  table: 'voices.models',
  limit: 'metadata',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  reply: ({ models }) => ({
    object: 'list',
    endpoint: '/api/v1/audio/speech',
    note: 'Send alias or voice_id as voice.',
    data: models.rows.map(v => ({
      voice_id: v.voice_id,
      name: v.name,
      category: v.category,
      labels: { gender: v.gender, accent: v.accent, use_case: v.use_case },
      alias: v.id,
    })),
  }),
  fixed: true,
}
