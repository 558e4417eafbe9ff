// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface EditsReply {
  id: string
  model?: string
  made?: unknown
  payment?: Payment
}

export interface EditsPending {
  id: string
  status: 'queued' | 'in_progress' | 'completed' | 'failed'
  model?: string
}

export interface Payment {
  status: 'settled' | 'already_settled'
  tx_hash: string
  network: string
}
