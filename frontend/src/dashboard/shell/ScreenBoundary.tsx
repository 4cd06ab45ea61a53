import Button from '@mui/material/Button';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { Failure } from '../layout/Failure';
import { Screen } from '../layout/Screen';

/** A screen that breaks leaves the menu standing. */
export class ScreenBoundary extends Component<{ children?: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Screen title="Something went wrong">
        <Failure text="This screen stopped working. Nothing that you uploaded or scheduled is lost.">
          <Button
            variant="contained"
            onClick={() => {
              location.reload();
            }}
          >
            Reload the page
          </Button>
        </Failure>
      </Screen>
    );
  }
}
