import { Dots } from '../../shared/components/Dots.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import styles from './Steps.module.css';

/** Three steps, illustrated with parts of the product; the texts say the same. */
export function Steps() {
  return (
    <ol className={styles['steps']}>
      <li>
        <div className={styles['piece']} aria-hidden="true">
          <p className={styles['sentence']} lang="es">
            Lo llamo <span>dulcemente</span>
          </p>
          <p className={styles['meaning']}>gently, sweetly</p>
        </div>
        <h3>
          <span>1</span> Read a sentence
        </h3>
        <p>As the author wrote it. Tap any word that stops you.</p>
      </li>
      <li>
        <div className={styles['piece']} aria-hidden="true">
          <ul className={styles['options']}>
            <li>slowly</li>
            <li data-right>
              gently, sweetly <Icon name="check" size={17} />
            </li>
            <li>with sweets</li>
          </ul>
        </div>
        <h3>
          <span>2</span> Answer as you go
        </h3>
        <p>What does this word say here? And this clause? One tap each, and why, if you missed it.</p>
      </li>
      <li>
        <div className={styles['piece']} aria-hidden="true">
          <p className={styles['fragment']} lang="es">
            -mente <Dots level="III" />
          </p>
          <p className={styles['family']} lang="es">
            dulce<b>mente</b>, tibia<b>mente</b>,<br />
            inmediata<b>mente</b>
          </p>
        </div>
        <h3>
          <span>3</span> Watch it grow
        </h3>
        <p>Stems and endings you know count in every book you read.</p>
      </li>
    </ol>
  );
}
