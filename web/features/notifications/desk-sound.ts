const key = 'senda.desk-sound'

/** The choice of this page when the storage refuses it. */
let unstored: boolean | undefined

/** Whether this device plays the sound. It does until the user switches it off. */
export function hasDeskSound(): boolean {
  try {
    return unstored ?? localStorage.getItem(key) !== 'off'
  } catch {
    return unstored ?? true
  }
}

export function setDeskSound(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
    unstored = undefined
  } catch {
    unstored = isOn
  }
}

let audio: AudioContext | undefined

/** Two short notes, a fourth apart. Silent until the user has touched the page: the browser decides that. */
export async function playDeskSound(): Promise<void> {
  audio ??= new AudioContext()
  // Until then the clock of the context stands still, and the notes of every event would sound together.
  void audio.resume()
  await new Promise((resolve) => setTimeout(resolve, 100))
  if (audio.state !== 'running') return
  for (const [index, frequency] of [659, 880].entries()) {
    const startsAt = audio.currentTime + index * 0.16
    const tone = new OscillatorNode(audio, { frequency })
    const volume = new GainNode(audio, { gain: 0 })
    volume.gain.setTargetAtTime(0.12, startsAt, 0.01)
    volume.gain.setTargetAtTime(0, startsAt + 0.12, 0.05)
    tone.connect(volume).connect(audio.destination)
    tone.start(startsAt)
    tone.stop(startsAt + 0.5)
  }
}
