import type { Factor } from '@supabase/auth-js'

/** What a person calls a device; another program may have added one without a name. */
export function factorName({ friendly_name: name }: Pick<Factor, 'friendly_name'>): string {
  return name || 'Dispositivo sin nombre'
}
