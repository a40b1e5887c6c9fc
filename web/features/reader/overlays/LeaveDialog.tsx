import { Button } from '../../../shared/components/Button.tsx';
import { Dialog } from '../../../shared/components/Dialog.tsx';

/** Asks before a sentence in progress is left (spec 8). */
export default function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <Dialog
      onClose={onStay}
      title="Leave this sentence?"
      description="You haven’t finished this sentence yet. Exit anyway and lose your progress?"
    >
      <Button data-first-focus onClick={onStay}>
        Stay
      </Button>
      <Button look="outline" onClick={onLeave}>
        Exit anyway
      </Button>
    </Dialog>
  );
}
