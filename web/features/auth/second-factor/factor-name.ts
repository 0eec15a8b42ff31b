import type { Factor } from '@supabase/auth-js'

/** The device's name, which may be empty when another program has added the device. */
export function factorName({ friendly_name: name }: Pick<Factor, 'friendly_name'>): string {
  return name || 'Dispositivo sin nombre'
}
