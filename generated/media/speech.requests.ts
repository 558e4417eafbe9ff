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
  /** name or id of a voice; alloy and OpenAI's other names stand for ours */
  voice: string
  response_format: 'mp3' | 'opus' | 'pcm' | 'wav'
  /** 1 is the voice's own */
  speed: number
  /** audio only - the sound itself, no events */
  stream_format: string
  [k: string]: Json | undefined
}

export type PostAudioSoundEffectsBody = {
  /** what is to be heard */
  text: string
  /** chosen for the sound unless given */
  duration_seconds?: number
  /** how closely the text is followed */
  prompt_influence: number
  response_format: 'mp3' | 'opus' | 'pcm'
}
