import { expect, test } from 'vitest'

import { addressInWords } from './address-in-words.ts'

test.each([
  [null, 'Lugar desconocido'],
  ['127.0.0.1', 'Desde este mismo equipo'],
  ['::1', 'Desde este mismo equipo'],
  ['192.168.1.20', 'Desde la red local (192.168.1.20)'],
  ['172.20.0.3', 'Desde la red local (172.20.0.3)'],
  ['172.32.0.3', 'Desde la dirección 172.32.0.3'],
  ['190.64.12.7', 'Desde la dirección 190.64.12.7'],
  ['2800:a4:1:2::/64', 'Desde la dirección 2800:a4:1:2::/64'],
])('%s reads «%s»', (address, words) => expect(addressInWords(address)).toBe(words))
