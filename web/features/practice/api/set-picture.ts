import { useMutation } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

import { useRefreshOwnCenter } from './refresh-own-center.ts'

export function useSetPicture() {
  const { queries } = useApi()
  const refresh = useRefreshOwnCenter()
  return useMutation(queries.practice.setPicture.mutationOptions({ onSuccess: refresh }))
}
