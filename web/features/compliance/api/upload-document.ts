import { useMutation } from '@tanstack/react-query'

import { type Api, useApi } from '#web/platform/api.ts'
import { upload } from '#web/platform/upload.ts'

type Upload = {
  input: Parameters<Api['compliance']['upload']>[0]
  onProgress: (percent: number) => void
  signal: AbortSignal
}

export function useUploadDocument() {
  const { queries } = useApi()
  return useMutation({
    mutationKey: queries.compliance.upload.mutationKey(),
    mutationFn: (document: Upload) => upload({ noun: 'compliance', verb: 'upload', ...document }),
  })
}
