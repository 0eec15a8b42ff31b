import { expect } from '@playwright/test'
import sharp from 'sharp'

import { stormSize } from '#server/testing/storm.ts'
import { expectAccessible, test } from './fixtures.ts'
import { newCenter } from './new-center.ts'
import {
  certification,
  choosePicture,
  expectStep,
  fillAccess,
  fillAvailability,
  fillCenter,
  fillPersonal,
  inputOf,
  next,
  openWizard,
  pdf,
  titles,
} from './register-center-page.ts'

test('a photo is checked by its content, and scaled down before the upload', async ({ page }) => {
  const center = newCenter()
  await openWizard(page)
  await fillAccess(page, center)
  await next(page).click()
  await expectStep(page, 2, titles[1] ?? '')

  const photo = page.getByRole('group', { name: 'Foto profesional' })
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>',
  )
  const unusable = [
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg, says: 'no es una imagen' },
    { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ\x90\0'), says: 'no es una imagen' },
    { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.alloc(0), says: 'no es una imagen' },
  ]
  for (const { says, ...file } of unusable) {
    await inputOf(page, 'Foto profesional').setInputFiles(file)
    await expect(photo.getByRole('alert')).toContainText(says)
  }
  await expectAccessible(page)

  await test.step('the browser scales down a large photo before the upload', async () => {
    // About 7 MB, and 30 MB in the storm: more than the upload that follows.
    const side = stormSize({ short: 1900, long: 3700 })
    const noise = { width: side, height: side, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 90 } } as const
    const heavy = test.info().outputPath('foto.jpg')
    const { size } = await sharp({ create: { ...noise, background: '#000' } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(heavy)
    expect(size).toBeGreaterThan(stormSize({ short: 4_000_000, long: 15_000_000 }))
    await choosePicture(page, { label: 'Foto profesional', noun: 'foto', file: heavy })
    await expect(photo.getByText(/^JPG, (?:\d+\sKB|[12],\d\sMB)$/)).toBeVisible()
    await expect(photo.getByRole('alert')).toBeHidden()
    await photo.getByRole('button', { name: 'Quitar foto' }).click()
    await expect(photo.getByRole('button', { name: 'Elegir foto' })).toBeFocused()
  })
})

// In `npm test`: web/ui/document-field.test.tsx and web/ui/file-signature.test.ts.
test('a document is checked by its content, and can be dropped', { tag: '@storm' }, async ({ page }) => {
  test.slow()
  const center = newCenter()
  await openWizard(page)
  await fillAccess(page, center)
  await next(page).click()
  await expectStep(page, 2, titles[1] ?? '')
  await fillPersonal(page, center)
  await next(page).click()
  await expectStep(page, 3, titles[2] ?? '')
  await fillCenter(page, center)
  await next(page).click()
  await expectStep(page, 4, titles[3] ?? '')
  await fillAvailability(page)
  await next(page).click()
  await expectStep(page, 5, titles[4] ?? '')

  const document = page.getByRole('group', { name: 'Certificaciones' })
  const program = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(2000)])
  await inputOf(page, 'Certificaciones').setInputFiles({ ...certification, buffer: program })
  await expect(document.getByRole('alert')).toContainText('Ese archivo no es un PDF')
  await expectAccessible(page)
  const heavy = Buffer.concat([pdf, Buffer.alloc(10_000_001)])
  await inputOf(page, 'Certificaciones').setInputFiles({ ...certification, buffer: heavy })
  await expect(document.getByRole('alert')).toContainText('El documento puede pesar hasta 10 MB')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], 'mi \u202Efdp.exe.pdf', { type: 'application/pdf' }))
      return transfer
    },
    [...pdf],
  )
  await document.getByText(/^PDF o fotos, hasta/).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(document.getByText('mi fdp.exe.pdf')).toBeVisible()
  await expect(document.getByRole('alert')).toBeHidden()
})
