import { MessageForm } from './MessageForm.tsx';

export const head = {
  title: 'Report an Issue',
  description: 'Something on Camino does not work as it should? Say what, and we will see to it.',
};

export default function ReportIssue() {
  return <MessageForm about="issue" title={head.title} />;
}
