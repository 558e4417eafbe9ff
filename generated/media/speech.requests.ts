// Code generated from catalog/media/speech.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

export type PostAudioSpeechBody = {
  /** one of the model ids */
  model: string
  /** what to say */
  input: string
  /** name or id of a voice */
  voice: string
  response_format: 'mp3' | 'opus' | 'pcm' | 'wav'
  /** 1 is the voice's own */
  speed: number
}

export type PostV1AudioSpeechForm = {
  /** one of the model ids */
  model: string
  /** what to say */
  input: string
  /** name or id of a voice; the names of OpenAI's voices, such as alloy, work too */
  voice: string
  response_format: 'mp3' | 'opus' | 'pcm' | 'wav'
  /** 1 is the voice's own */
  speed: number
  /** audio only - the answer is the sound itself, not events */
  stream_format: string
  [k: string]: Json | undefined
}

export type PostAudioSoundEffectsBody = {
  /** what the sound is */
  text: string
  /** by default the model chooses */
  duration_seconds?: number
  /** how closely the sound follows the text */
  prompt_influence: number
  response_format: 'mp3' | 'opus' | 'pcm'
}

/** The derived values of POST /api/v1/audio/speech. */
export interface PostAudioSpeechValues {
  characters: number
}

/** The derived values of GET /api/v1/audio/voices. */
export interface GetAudioVoicesValues {
  listed: readonly any[]
}
