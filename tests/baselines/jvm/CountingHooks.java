package cqs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Hooks that answer as they are told and keep what is refused. */
final class CountingHooks implements SmartCancellation<Integer> {
  final List<Integer> refused = Collections.synchronizedList(new ArrayList<>());
  volatile BooleanSupplier answer = () -> true;

  @Override
  public boolean onCancellation() {
    return answer.getAsBoolean();
  }

  @Override
  public void completeRefusedResume(Integer value) {
    refused.add(value);
  }
}
