import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test.each([
  ['datos.json', `attachment; filename="datos.json"; filename*=UTF-8''datos.json`],
  [
    'habilitación (1).pdf',
    `attachment; filename="habilitaci_n (1).pdf"; filename*=UTF-8''habilitaci%C3%B3n%20%281%29.pdf`,
  ],
  ['a"\\\r\nb.pdf', `attachment; filename="a____b.pdf"; filename*=UTF-8''a%22%5C%0D%0Ab.pdf`],
  ['\ud800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])('the name %j is sent as a header can carry it', (name, expected) => {
  expect(attachment(name)).toBe(expected)
})
