// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface WalletRealfacesReply {
  wallet: string
  realfaces: {
    assetId: string
    name: string
    imageUrl: string
    createdAt: string
    enrollmentTxHash?: string
    providerAssetId: string
  }[]
  count: number
}

export interface WalletPortraitsReply {
  wallet: string
  portraits: {
    assetId: string
    groupId: string
    name: string
    imageUrl: string
    createdAt: string
    enrollmentTxHash?: string
  }[]
  count: number
}
