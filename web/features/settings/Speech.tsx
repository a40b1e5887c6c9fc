import { Button } from '../../shared/components/Button.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { useDeviceVoices } from '../../shared/sound/device-voices.ts';
import { changeSpeech, rates, useSpeechPreferences } from '../../shared/sound/preferences.ts';
import { useSound, wordHeard } from '../../shared/sound/useSound.ts';
import styles from './Speech.module.css';

const rateNames: Readonly<Record<(typeof rates)[number], string>> = {
  0.6: 'Slow',
  0.8: 'A little slower',
  1: 'Usual',
  1.2: 'Faster',
};

/** How words and sentences are said on this device. */
export function Speech() {
  const { rate, voice } = useSpeechPreferences();
  const voices = useDeviceVoices();
  const sound = useSound(sample, false);
  return (
    <>
      <fieldset className={styles['rates']}>
        <legend>Speed</legend>
        {rates.map(choice => (
          <label key={choice}>
            <input
              type="radio"
              name="rate"
              checked={rate === choice}
              onChange={() => changeSpeech({ rate: choice })}
            />
            {rateNames[choice]}
          </label>
        ))}
      </fieldset>
      {voices.length > 0 ? (
        <label className={styles['voice']}>
          <span>Voice</span>
          <select
            value={voices.some(({ voiceURI }) => voiceURI === voice) ? (voice ?? '') : ''}
            onChange={({ target }) => changeSpeech({ voice: target.value || null })}
          >
            <option value="">The best of this device</option>
            {voices.map(({ voiceURI, name, lang }) => (
              <option key={voiceURI} value={voiceURI}>
                {name} ({lang.replace('_', '-')})
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className={styles['hint']}>
          {sound
            ? 'This device has no Spanish voice, so Camino speaks with its own.'
            : 'This device has no Spanish voice. Only what has been recorded can be heard.'}
        </p>
      )}
      {sound && (
        <Button look="outline" className={styles['hear']} onClick={sound.playing ? sound.stop : sound.start}>
          <Icon name={sound.playing ? 'close' : 'sound'} /> {sound.playing ? 'Stop' : 'Hear it'}
        </Button>
      )}
      <p className={styles['hint']} role="status">
        {sound?.failed && 'That could not be played.'}
      </p>
      <p className={styles['hint']}>Speed and voice are kept on this device.</p>
    </>
  );
}

/** A word of the first sentence of the first book. */
const sample = wordHeard('algodón');
