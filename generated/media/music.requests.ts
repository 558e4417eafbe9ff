// Code generated from catalog/media/music.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostAudioGenerationsBody = {
  /** one of the model ids */
  model: string
  /** style, mood, what it is about */
  prompt: string
  /** without a voice */
  instrumental: boolean
  /** what is sung; written for the prompt where there is none */
  lyrics: string
  /** a hint to the model, which makes about three minutes of its own accord */
  duration_seconds: number
}
