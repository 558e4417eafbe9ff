// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface VoiceCallRequest {
  /** whom to call, in E.164 */
  to: string
  /** what to say and to find out */
  task: string
  /** a number of your wallet; needed if it has several */
  from?: string
  /** a preset or the id of a voice */
  voice?: string
  language?: string
  /** minutes */
  max_duration?: number
  first_sentence?: string
  wait_for_greeting?: boolean
  /** milliseconds */
  interruption_threshold?: number
  model?: 'base' | 'enhanced' | 'turbo'
  voicemail_action?: 'hangup' | 'leave_message' | 'ignore'
  voicemail_message?: string
}
