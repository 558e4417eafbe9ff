// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { PaymentOfImagesEditReply, Price } from './shared.js'

export type MusicId = 'vendorG/music-2.5+' | 'vendorG/music-2.5'

export interface AudioGenerateRequest {
  /** one of the model ids */
  model?: MusicId
  /** style, mood, what it is about */
  prompt: string
  /** without a voice */
  instrumental?: boolean
  /** the words; if empty, they are written from the prompt */
  lyrics?: string
  /** a hint to the model; without it, songs last about three minutes */
  duration_seconds?: number
}

export interface AudioGenerateReply {
  created: number
  data: Data
  model?: string
}

export interface AudioGenerateAccepted {
  id: string
  object: string
  status: 'queued'
  model?: string
  price?: Price
  payment_status: 'verified'
  created: number
  poll_url: string
  poll_instructions: 'Poll poll_url every 3 to 10 seconds with a payment header signed by the same wallet. Nothing is charged until the job is completed.'
}

export interface AudioGenerateFinished {
  id: string
  object: string
  status: 'completed'
  model?: string
  created: number
  data: Data
  price?: Price
  payment?: PaymentOfImagesEditReply
}

export interface AudioModelsListReply {
  object: 'list'
  data: {
    id: string
    object: 'model'
    created: number
    owned_by: string
    name: string
    description: string
    billing_mode: 'per_track'
    categories: ('audio')[]
    pricing: {
      per_track: number
    }
    supports_lyrics: boolean
    supports_instrumental: boolean
  }[]
}

export type SpeechId = 'vendorH/speech-flash' | 'vendorH/speech-turbo' | 'vendorH/speech-multilingual' | 'vendorH/speech-v3'

export interface AudioSpeechCreateRequest {
  /** one of the model ids */
  model?: SpeechId
  /** what to say */
  input: string
  /** name or id of a voice */
  voice?: string
  response_format?: 'mp3' | 'opus' | 'pcm' | 'wav'
  /** 1 is the voice's own */
  speed?: number
}

export interface AudioSpeechCreateReply {
  created: number
  model: string
  data: {
    url?: string
    format?: 'mp3' | 'opus' | 'pcm' | 'wav'
    characters?: number
  }[]
}

export interface AudioSpeechOpenaiCreateRequest {
  /** one of the model ids */
  model?: SpeechId
  /** what to say */
  input: string
  /** name or id of a voice; the names of OpenAI's voices, such as alloy, work too */
  voice?: string
  response_format?: 'mp3' | 'opus' | 'pcm' | 'wav'
  /** 1 is the voice's own */
  speed?: number
  /** audio only - the answer is the sound itself, not events */
  stream_format?: string
}

export interface AudioSoundEffectsCreateRequest {
  /** what the sound is */
  text: string
  /** by default the model chooses */
  duration_seconds?: number
  /** how closely the sound follows the text */
  prompt_influence?: number
  response_format?: 'mp3' | 'opus' | 'pcm'
}

export interface AudioSoundEffectsCreateReply {
  created: number
  model: 'vendorH/sound-effects'
  data: {
    url?: string
    format?: 'mp3' | 'opus' | 'pcm'
  }[]
}

export interface AudioVoicesListReply {
  object: 'list'
  endpoint: '/api/v1/audio/speech'
  note: 'Send alias or voice_id as voice.'
  data: {
    voice_id: string
    name: string
    category: string
    labels: {
      gender: string
      accent: string
      use_case: string
    }
    alias: string
  }[]
}

export type Data = {
  url?: string
  duration_seconds?: number
  lyrics?: unknown
}[]
