import { expect, test, vi } from 'vitest'

import { openTab } from '#web/testing/tab.ts'

import { hasDeskSound, setDeskSound } from './desk-sound.ts'

test('the sound plays until the user switches it off', () => {
  openTab('/account')
  expect(hasDeskSound()).toBe(true)
  setDeskSound(false)
  expect(hasDeskSound()).toBe(false)
  expect(localStorage.getItem('senda.desk-sound')).toBe('off')
})

test('where the storage refuses the choice, it applies to this page', () => {
  openTab('/account')
  const refusing = {
    ...localStorage,
    getItem: () => null,
    setItem: vi.fn(() => {
      throw new Error('no space')
    }),
  }
  vi.stubGlobal('localStorage', refusing)
  setDeskSound(false)
  expect(refusing.setItem).toHaveBeenCalled()
  expect(hasDeskSound()).toBe(false)
  vi.unstubAllGlobals()
})
